// Looks whether the service answers before a form is sent: the browser's own page would take the place of what was
// typed, else. The service carries a form out once, however often it is sent.
const current = document.querySelector("nav.pages [aria-current]"), line = current?.parentElement;
if (line) line.scrollLeft = current.offsetLeft - (line.clientWidth - current.offsetWidth) / 2; // one line on a phone
const here = document.currentScript.src, said = document.getElementById("unreachable");
const asked = new WeakSet();
let answered = null;
const answers = () =>
  fetch(here, { cache: "no-store", signal: AbortSignal.timeout(8000) }).then((one) => one.ok, () => false);
document.addEventListener("submit", async (event) => {
  const form = event.target, button = event.submitter;
  if (form.method !== "post" || event.defaultPrevented || form === answered) return;
  event.preventDefault();
  if (asked.has(form)) return;
  asked.add(form);
  form.querySelector("[data-unreachable]")?.remove();
  if (await answers()) {
    answered = form;
    form.requestSubmit(button);
    answered = null;
  } else {
    form.append(said.content.cloneNode(true));
    form.lastElementChild.setAttribute("role", "alert");
  }
  asked.delete(form);
});
