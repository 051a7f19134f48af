// What shows that an event is in the signed log: its leaf, the way to the root (RFC 9162, 2.1.3.2), and the signature of
// the checkpoint (C2SP signed-note, Ed25519).
const bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
const utf8 = (text) => new TextEncoder().encode(text);
const joined = (...parts) => Uint8Array.from(parts.flatMap((one) => [...one]));
const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...parts)));
const hex = (some) => [...some].map((one) => one.toString(16).padStart(2, "0")).join("");
const same = (one, other) => hex(one) === hex(other);
const half = (number) => Math.floor(number / 2);
const must = (holds) => { if (!holds) throw new Error("wrong"); };

const parsed = (text) => {
  const end = text.indexOf("\n\n"), [first, extra, index, ...hashes] = text.slice(0, end).split("\n"), note = text.slice(end + 2);
  must(first === "c2sp.org/tlog-proof@v1" && extra.startsWith("extra ") && index.startsWith("index "));
  const body = note.slice(0, note.indexOf("\n\n") + 1), [origin, size, root] = body.split("\n");
  const signatures = note.slice(body.length + 1).split("\n").filter((line) => line.startsWith("\u2014 "));
  return { leaf: bytes(extra.slice(6)), index: Number(index.slice(6)), hashes: hashes.map(bytes), body, origin, size: Number(size), root: bytes(root), signatures };
};

const included = async (proof) => {
  let hash = await sha256([0], proof.leaf), at = proof.index, last = proof.size - 1;
  must(at <= last);
  for (const other of proof.hashes) {
    must(last > 0 && other.length === 32);
    if (at % 2 || at === last) {
      hash = await sha256([1], other, hash);
      while (at % 2 === 0 && at > 0) [at, last] = [half(at), half(last)];
    } else hash = await sha256([1], hash, other);
    [at, last] = [half(at), half(last)];
  }
  must(last === 0 && same(hash, proof.root));
};

const signed = async (proof, keys) => {
  for (const { vkey } of keys) {
    const [name, id, ...rest] = vkey.split("+"), key = bytes(rest.join("+"));
    if (name !== proof.origin || key[0] !== 1) continue;
    must(hex((await sha256(utf8(`${name}\n`), key)).slice(0, 4)) === id);
    for (const line of proof.signatures) {
      const place = line.lastIndexOf(" "), value = bytes(line.slice(place + 1));
      if (line.slice(2, place) !== name || hex(value.slice(0, 4)) !== id) continue;
      const opened = await crypto.subtle.importKey("raw", key.slice(1), { name: "Ed25519" }, false, ["verify"]);
      must(await crypto.subtle.verify("Ed25519", opened, value.slice(4), utf8(proof.body)));
      return vkey;
    }
  }
  throw new Error("wrong");
};
