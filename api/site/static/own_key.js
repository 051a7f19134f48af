// Takes the link out of the address, which is sent to nobody, into the form; and draws the new key here.
const { link, successor } = document.getElementById("exchange").elements;
const drawn = (bytes) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (one) => one.toString(16).padStart(2, "0")).join("");
if (location.hash.includes(".")) {
  link.value = location.hash.slice(1);
  link.parentElement.hidden = true;
  successor.value = `scoresheet_${drawn(8)}_${drawn(32)}`;
  history.replaceState(null, "", location.pathname + location.search);
}
