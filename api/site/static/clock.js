// Turns the clocks of a page: how long until, and how long since.
const two = (number) => String(number).padStart(2, "0");
const turn = () => {
  for (const one of document.querySelectorAll("[data-until]")) {
    const seconds = Math.round((new Date(one.dataset.until) - Date.now()) / 1000), left = Math.abs(seconds);
    one.textContent = (seconds < 0 ? "+" : "") + (left >= 3600 ? Math.floor(left / 3600) + ":" : "") +
      (left >= 3600 ? two(Math.floor(left / 60) % 60) : Math.floor(left / 60)) + ":" + two(left % 60);
    one.classList.toggle("over", seconds < 0);
  }
  for (const one of document.querySelectorAll("time[data-since]"))
    one.textContent = one.textContent.replace(/\d+/, Math.max(0, Math.floor((Date.now() - new Date(one.dateTime)) / 60000)));
};
turn();
setInterval(turn, 1000);
