// Lets a table's number be typed wherever the focus is.
document.addEventListener("keydown", (event) => {
  const field = document.querySelector(".quick input[name=quick]");
  const typing = event.target.closest("input, select, textarea, [contenteditable]");
  if (field && !typing && /^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) field.focus();
});
