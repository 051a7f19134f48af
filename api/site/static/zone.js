// The time zone of the browser is chosen, until another is.
for (const field of document.querySelectorAll("[data-own-zone]")) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...field.options].some((one) => one.value === own)) field.value = own;
}
