// A bracket or a ring that is looked at closely: the way of one player, larger and smaller, and the whole screen.
const zoomed = new Map();
const drawings = () => [...document.querySelectorAll(".drawing")];
const show = (drawing) => {
  const svg = drawing.querySelector("svg"), by = zoomed.get(drawings().indexOf(drawing)) || 0;
  drawing.querySelector(".tools").hidden = false;
  svg.classList.toggle("zoomed", by !== 0);
  svg.style.width = by ? `${svg.viewBox.baseVal.width * by}px` : "";
  svg.style.height = by ? "auto" : "";
};
const widths = { in: (by) => Math.min(by * 1.25, 4), out: (by) => Math.max(by / 1.25, 0.2) };
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom]"), drawing = button?.closest(".drawing");
  if (!drawing) return;
  const what = button.dataset.zoom, svg = drawing.querySelector("svg"), at = drawings().indexOf(drawing);
  if (what === "full") document.fullscreenElement ? document.exitFullscreen() : drawing.requestFullscreen();
  else if (what === "whole") zoomed.set(at, drawing.querySelector(".wide").clientWidth / (svg.viewBox.baseVal.width + 30));
  else zoomed.set(at, widths[what](zoomed.get(at) || svg.getBoundingClientRect().width / svg.viewBox.baseVal.width));
  show(drawing);
});
const way = (event) => {
  const one = event.target.closest?.(".seat[data-entry]"), svg = event.target.closest?.("svg.bracket");
  for (const each of document.querySelectorAll("svg.bracket .on")) each.classList.remove("on");
  if (one && svg) for (const each of svg.querySelectorAll(`[data-entry="${one.dataset.entry}"]`)) each.classList.add("on");
};
document.addEventListener("pointerover", way);
const all = () => drawings().forEach(show);
document.addEventListener("htmx:after:swap", all);
all();
