// Checks a card in this browser: that its sentence is what the event says, that the event (and the file) are those whose
// digests are in the log, and that the log's key has signed that. The file never leaves the browser.
const cardPart = document.getElementById("card"), chosen = document.getElementById("card-file");
const written = (value) => {
  if (Array.isArray(value)) return `[${value.map(written)}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${written(value[name])}`)}}`;
};
const RESULTS = ["tournament.result-reported.v1", "tournament.result-corrected.v1"], PUBLISHED = ["federation.files-published.v1", "federation.files-published.v2", "federation.files-published.v3"];
const MEMBERS = ["event", "file", "form", "person", "proof", "says"], LISTS = { "rating-list": "players", standings: "rows" };

const resultOf = ({ event, stream, topic, recorded_at }) => {
  must(RESULTS.includes(topic));
  const { match, outcome, result } = event, winner = outcome.winner === null ? "neither side" : `the ${outcome.winner} side`;
  const score = result?.kind === "score" ? `${result.first}-${result.second}, ` : "";
  return `Match ${match} of ${stream}: ${score}won by ${winner}. Recorded ${recorded_at}.`;
};
const lineOf = ({ event, recorded_at }, file, person) => {
  const { subject } = event, lines = JSON.parse(file)[LISTS[subject.kind]].filter((one) => person !== null && one.person === person);
  must(lines.length === 1 && Number.isInteger(lines[0].rank));
  const [{ rank, rating }] = lines, where = subject.kind === "standings" ? `place ${rank} in the table of tournament-${subject.tournament}`
    : `rating ${rating}, rank ${rank} on the list ${subject.pool} of ${subject.date}`;
  return `Person ${person}: ${where}. Published ${recorded_at}.`;
};

const readCard = async (text) => {
  const card = JSON.parse(text), told = JSON.parse(card.event);
  must(written(card) === text && written(told) === card.event && `${Object.keys(card).sort()}` === `${MEMBERS}` && card.form === "scoresheet/card/v1");
  must(card.says === (PUBLISHED.includes(told.topic) ? lineOf(told, card.file, card.person) : resultOf(told)));
  if (PUBLISHED.includes(told.topic)) {
    const digest = hex(await sha256(utf8(card.file)));
    must(told.event.files.some((one) => one.sha256 === digest));
  } else must(card.file === null && card.person === null);
  const proof = parsed(card.proof), leaf = JSON.parse(new TextDecoder().decode(proof.leaf));
  must(leaf.stream === told.stream && leaf.version === told.version && leaf.digest === hex(await sha256(utf8(card.event))));
  await included(proof);
  return { card, told, proof };
};

const cardChecked = async (file) => {
  if (!globalThis.crypto?.subtle) return "unable";
  try {
    const { card, told, proof } = await readCard(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer()));
    const answer = await fetch(cardPart.dataset.keys).catch(() => null);
    if (!answer?.ok) return "unreachable";
    document.getElementById("key").textContent = await signed(proof, (await answer.json()).items);
    document.getElementById("size").textContent = proof.size;
    document.getElementById("says").textContent = card.says;
    document.getElementById("where").href = PUBLISHED.includes(told.topic) ? `/persons/${card.person}`
      : `/tournaments/${told.stream.replace("tournament-", "")}/matches/${told.event.match}`;
    return "checked";
  } catch (problem) {
    return problem.name === "NotSupportedError" ? "unable" : "wrong";
  }
};
chosen.addEventListener("change", async () => {
  const outcome = chosen.files.length ? await cardChecked(chosen.files[0]) : "begun";
  for (const one of cardPart.querySelectorAll("[data-outcome]")) one.hidden = one.dataset.outcome !== outcome;
});
chosen.disabled = false;
