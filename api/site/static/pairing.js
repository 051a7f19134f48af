// Names are dragged to seats, or pressed and then the seat; who has met is marked as soon as both sit.
{
const form = document.querySelector(".pairing"), seats = [...form.querySelectorAll("[data-seat]")];
const bench = new Map([...form.querySelectorAll("[data-entry]")].map((one) => [one.dataset.entry, one]));
const met = (entry, other) =>
  (bench.get(entry)?.dataset.met.trim().split(" ") ?? []).map((one) => one.split(":")).find(([who]) => who === other)?.[1];
let picked = "";
const show = () => {
  for (const line of form.querySelectorAll(".seats li")) {
    const [first, second] = line.querySelectorAll("[data-seat]"), told = line.querySelector("[data-met-in]");
    const round = first.value && second.value && met(first.value, second.value);
    line.classList.toggle("met", Boolean(round));
    told.textContent = round ? told.dataset.metIn.replace("#", round) : "";
  }
  for (const [entry, one] of bench) {
    one.classList.toggle("seated", seats.some((seat) => seat.value === entry));
    one.classList.toggle("picked", entry === picked);
    one.querySelector(".what").setAttribute("aria-pressed", String(entry === picked));
  }
};
const sit = (entry, seat) => {
  const before = seats.find((one) => one.value === entry), other = seat.value;
  seat.value = entry;
  if (before && before !== seat) before.value = other;
  picked = "";
  show();
};
for (const [entry, one] of bench) {
  one.draggable = true;
  const name = one.querySelector(".what");
  name.tabIndex = 0;
  name.setAttribute("role", "button");
  one.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", entry));
  const pick = () => { picked = picked === entry ? "" : entry; show(); };
  one.addEventListener("click", pick);
  name.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); pick(); }
  });
}
for (const seat of seats) {
  seat.addEventListener("change", () => {
    for (const one of seats) if (one !== seat && seat.value && one.value === seat.value) one.value = "";
    show();
  });
  seat.addEventListener("dragover", (event) => { event.preventDefault(); seat.classList.add("over"); });
  seat.addEventListener("dragleave", () => seat.classList.remove("over"));
  seat.addEventListener("drop", (event) => {
    event.preventDefault();
    seat.classList.remove("over");
    const entry = event.dataTransfer.getData("text/plain");
    if (bench.has(entry)) sit(entry, seat);
  });
  for (const kind of ["mousedown", "keydown"])
    seat.addEventListener(kind, (event) => {
      if (picked && (kind === "mousedown" || event.key === "Enter")) { event.preventDefault(); sit(picked, seat); }
    });
}
show();
}
