// Asks for a passkey when its form is sent, and sends what the browser answers with the form.
for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) continue;
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { passkey, options } = form.dataset;
    try {
      const answer = passkey === "add"
        ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(options)) })
        : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(options)) });
      form.elements.credential.value = JSON.stringify(answer.toJSON());
      form.submit();
    } catch (fault) {
      const isThere = passkey === "add" && fault.name === "InvalidStateError";
      for (const told of form.querySelectorAll("[role=alert]")) told.hidden = ("had" in told.dataset) !== isThere;
    }
  });
}
