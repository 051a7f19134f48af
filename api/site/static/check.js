// Checks in this browser that an event is in the signed log. Nothing of it is asked of the service but the bytes.
const box = document.getElementById("check");
const checked = async () => {
  if (!globalThis.crypto?.subtle) return "unable";
  const answers = await Promise.all([fetch(box.dataset.proof), fetch(box.dataset.keys)]).catch(() => null);
  if (!answers) return "unreachable";
  if (answers[0].status === 404) return "unsigned";
  if (!answers.every((one) => one.ok)) return "unreachable";
  try {
    const proof = parsed(await answers[0].text()), leaf = JSON.parse(new TextDecoder().decode(proof.leaf));
    must(proof.index + 1 === Number(box.dataset.position));
    must(leaf.stream === box.dataset.stream && leaf.version === Number(box.dataset.version));
    await included(proof);
    document.getElementById("key").textContent = await signed(proof, (await answers[1].json()).items);
    document.getElementById("size").textContent = proof.size;
    return "checked";
  } catch (problem) {
    return problem.name === "NotSupportedError" ? "unable" : "wrong";
  }
};
checked().then((outcome) => { for (const one of box.querySelectorAll("[data-outcome]")) one.hidden = one.dataset.outcome !== outcome; });
