// Makes the draws of a tournament again in this browser, as domain/kernel/chance.md says, from its history alone: the
// commitment that came before, the secret that was revealed, and what was drawn from. Nothing is asked but the history. How a format pairs a round is in rounds.js.
const part = document.getElementById("draws"), button = document.getElementById("draw-again");
const bytesOf = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (one) => parseInt(one, 16));
const digitsOf = (buffer) => [...new Uint8Array(buffer)].map((one) => one.toString(16).padStart(2, "0")).join("");
const hmac = async (secret, data) => {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, data));
};
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`;
};

const choices = (key) => {
  let counter = 0n, words = [];
  const word = async () => {
    if (!words.length) {
      const place = new DataView(new ArrayBuffer(8));
      place.setBigUint64(0, counter++);
      const block = new DataView((await hmac(key, place.buffer)).buffer);
      words = [0, 8, 16, 24].map((at) => block.getBigUint64(at));
    }
    return words.shift();
  };
  const below = async (bound) => {
    const all = 2n ** 64n, limit = all - (all % BigInt(bound));
    let found = await word();
    while (found >= limit) found = await word();
    return Number(found % BigInt(bound));
  };
  const taken = async (items) => items.splice(await below(items.length), 1)[0];
  const shuffled = async (items) => {
    const order = [...items];
    for (let last = order.length - 1; last > 0; last--) {
      const other = await below(last + 1);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  };
  return { below, taken, shuffled };
};

const stateOf = (contender) => {
  const { entry, counts, places, met, colour } = contender, told = { entry, counts };
  if (places !== 1) told.places = places;
  if (met?.length) told.met = met;
  if (colour) told.colour = colour;
  return told;
};
const drawKey = (draw, secret) => {
  const { attempt, purpose, round, stage, state, tournament, outside } = draw;
  const told = { attempt, purpose, round, stage, state, tournament, ...(outside ? { outside, version: 2 } : {}) };
  return hmac(secret, new TextEncoder().encode(canonical(told)));
};

const eventsOf = async (address) => {
  const events = [];
  for (let cursor = ""; cursor !== null;) {
    const answer = await fetch(`${address}?limit=500${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    if (!answer.ok) throw new TypeError("unreachable");
    const { items, next } = await answer.json();
    events.push(...items);
    cursor = next ?? null;
  }
  return events;
};

// Each draw with what was in force when it was recorded. How often each was drawn is counted here.
const SEEDED = "field-seeded-by-error-rates";
const KINDS = { "lots-drawn": "lots", "round-drawn": "round", "stage-opened": "coin-flips", "play-offs-drawn": "play-offs", "bracket-drawn": "bracket" };
const DRAWN_FROM = { lots: (data) => data.drawn_from, round: (data) => data.drawn_from.map(stateOf), "coin-flips": (data) => data.coin_flips, "play-offs": (data) => data.drawn_from, bracket: (data) => data.drawn_from };
const drawsOf = (events) => {
  const secrets = new Map(), counted = new Map(), draws = [];
  let stage = 1, committed = null, outside = null, formats = [];
  for (const { topic, data } of events) {
    const what = topic.split(".")[1], purpose = KINDS[what];
    if (what === "announced" || what === "settings-changed") formats = [data.format, ...(data.stages ?? []).map((one) => one.format)];
    if (what === "commitment-published") committed = data.commitment;
    if (what === "secret-revealed") secrets.set(data.commitment, data.secret);
    if (what === "outside-value-recorded") outside = data.value;
    if (what === "stage-opened") stage = data.stage;
    if (what === SEEDED) draws.push({ data, purpose: SEEDED });
    if (!purpose) continue;
    const name = `${purpose} ${data.round ?? data.stage ?? 0} ${data.bracket ?? ""}`, count = (counted.get(name) ?? 0) + 1;
    counted.set(name, count);
    if (!data.commitment) continue;
    draws.push({ data, purpose, outside, format: formats[stage - 1], attempt: data.attempt, round: data.round ?? 0,
      isDue: committed === data.commitment && count === data.attempt, tournament: part.dataset.tournament,
      stage: purpose === "play-offs" || purpose === "bracket" ? `stage-${data.stage}` : purpose === "lots" || stage === 1 ? "main" : `stage-${stage}`, state: DRAWN_FROM[purpose](data) });
  }
  return { draws, secrets };
};

// Seeds by error rates need no secret: the figures are in the event, and the lowest mean comes first.
const isInOrder = ({ seeds, error_rates: found, fewest_matches: fewest }) =>
  isSame(seeds, found.filter((one) => one.matches >= fewest)
    .sort((one, other) => one.error_rates_thousandths * other.matches - other.error_rates_thousandths * one.matches || one.entry - other.entry)
    .map((one) => one.entry));

const isSame = (one, other) => canonical(one) === canonical(other);
const AGAIN = {
  lots: async ({ data }, chance) => isSame(await chance.shuffled(data.drawn_from), data.order),
  bracket: async ({ data }, chance) => isSame(await chance.shuffled(data.drawn_from), data.order),
  round: async ({ data, format, round }, chance) => {
    const { pairs, byes } = await ROUNDS[format.kind](data.drawn_from, chance, format, round);
    return isSame(pairs, data.pairings.map((one) => one.sides)) && isSame(byes, data.byes.map((one) => one.entry));
  },
  "play-offs": async ({ data }, chance) =>
    isSame((await chance.shuffled(data.drawn_from)).slice(0, 2 * data.play_offs.length), data.play_offs.flatMap((one) => one.sides)),
  "coin-flips": async ({ data }, chance) => {
    for (const group of data.coin_flips) {
      const order = await chance.shuffled(group), placed = data.seeds.filter((one) => group.includes(one));
      if (!isSame(placed, order.slice(0, placed.length))) return false;
    }
    return true;
  },
};
const outcomeOf = async (draw, secrets) => {
  if (draw.purpose === SEEDED) return isInOrder(draw.data) ? "same" : "wrong";
  const digits = secrets.get(draw.data.commitment);
  if (!draw.isDue) return "wrong";
  if (!digits) return "sealed";
  const secret = bytesOf(digits);
  if (secret.length !== 32 || digitsOf(await crypto.subtle.digest("SHA-256", secret)) !== draw.data.commitment) return "wrong";
  if (draw.purpose === "round" && !ROUNDS[draw.format.kind]) return "beyond";
  return (await AGAIN[draw.purpose](draw, choices(await drawKey(draw, secret)))) ? "same" : "wrong";
};

const madeAgain = async () => {
  const counts = { same: 0, wrong: 0, sealed: 0, beyond: 0 };
  const { draws, secrets } = drawsOf(await eventsOf(part.dataset.history));
  for (const draw of draws) counts[await outcomeOf(draw, secrets)]++;
  return counts;
};
const shows = (counts) => {
  for (const one of part.querySelectorAll("[data-outcome]")) {
    const count = counts[one.dataset.outcome];
    one.hidden = !count;
    const place = one.querySelector("b");
    if (place) place.textContent = count;
  }
};
if (part && button) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    shows({});
    if (!globalThis.crypto?.subtle) shows({ unable: 1 });
    else shows(await madeAgain().catch((problem) => (problem instanceof TypeError ? { unreachable: 1 } : { wrong: 1 })));
    button.disabled = false;
  });
}
