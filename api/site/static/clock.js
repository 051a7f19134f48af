// Turns the clocks of a page: how long until, and how long since.
const two = (number) => String(number).padStart(2, "0");
const tell = (one, text) => { if (one.textContent !== text) one.textContent = text; };
const turn = () => {
  for (const one of document.querySelectorAll("[data-until]")) {
    const seconds = Math.round((new Date(one.dataset.until) - Date.now()) / 1000), left = Math.abs(seconds);
    tell(one, (seconds < 0 ? "+" : "") + (left >= 3600 ? Math.floor(left / 3600) + ":" : "") +
      (left >= 3600 ? two(Math.floor(left / 60) % 60) : Math.floor(left / 60)) + ":" + two(left % 60));
    one.classList.toggle("over", seconds < 0);
  }
  for (const one of document.querySelectorAll("time[data-since]"))
    tell(one, one.textContent.replace(/\d+/, Math.max(0, Math.floor((Date.now() - new Date(one.dateTime)) / 60000))));
};
turn();
setInterval(turn, 1000);
// A part of the page that is exchanged comes without what is left: it is told before anybody sees it empty.
new MutationObserver(turn).observe(document.body, { childList: true, subtree: true });
