// The arrow keys go back and on, as the links do.
const ways = { ArrowLeft: "prev", ArrowRight: "next" };
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest?.("input, textarea, select")) return;
  const link = ways[event.key] && document.querySelector(`.turns a[rel="${ways[event.key]}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});
document.querySelector('.listed [aria-current="true"]')?.scrollIntoView({ block: "nearest" });
