// Offers persons of the register while a name is typed: arrows choose, Enter takes, Escape closes.
{
let asked = 0;
for (const field of document.querySelectorAll("input[data-finds-person]")) {
  const list = document.createElement("ul"), id = `found-${field.name}-${++asked}`;
  Object.assign(list, { id, className: "offers", hidden: true });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", field.dataset.findsPerson);
  field.closest("label").after(list);
  field.removeAttribute("list");
  for (const [name, told] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-controls", id], ["aria-expanded", "false"]])
    field.setAttribute(name, told);
  const of = field.dataset.of ? `&tournament=${field.dataset.of}` : "";
  let chosen = -1, timer = 0, latest = "";
  const show = (is) => { list.hidden = !is; field.setAttribute("aria-expanded", String(is)); if (!is) chosen = -1; mark(); };
  const mark = () => {
    [...list.children].forEach((one, at) => one.setAttribute("aria-selected", String(at === chosen)));
    if (chosen >= 0) field.setAttribute("aria-activedescendant", list.children[chosen].id);
    else field.removeAttribute("aria-activedescendant");
  };
  const take = (one) => {
    if ("entered" in one.dataset) return;
    const entry = field.form.querySelector("[data-takes-person]");
    field.value = entry ? one.dataset.name : `${one.dataset.name} ${one.dataset.person}`;
    show(false);
    if (!entry) return;
    entry.value = one.dataset.person;
    field.name = "name-1";
    field.form.action = entry.dataset.takesPerson;
    field.form.requestSubmit();
  };
  const find = async () => {
    const text = field.value.trim();
    latest = text;
    if (text.length < 2) return show(false);
    const answer = await fetch(`/desk/persons?search=${encodeURIComponent(text)}${of}`).catch(() => null);
    if (!answer?.ok || latest !== text) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    list.replaceChildren(...[...page.querySelectorAll("#found > li")].map((one, at) => {
      const offer = document.createElement("li");
      Object.assign(offer, { id: `${id}-${at}`, textContent: "" });
      offer.setAttribute("role", "option");
      Object.assign(offer.dataset, one.dataset);
      if ("entered" in one.dataset) offer.setAttribute("aria-disabled", "true");
      for (const part of [".what", ".where"]) {
        const text = document.createElement("span");
        Object.assign(text, { className: part.slice(1), textContent: one.querySelector(part).textContent });
        offer.append(text, " ");
      }
      offer.addEventListener("mousedown", (event) => { event.preventDefault(); take(offer); });
      return offer;
    }));
    show(list.children.length > 0);
  };
  field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(find, 150); });
  field.addEventListener("blur", () => show(false));
  field.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    if (event.key === "Escape") return show(false);
    if (event.key === "Enter" && chosen >= 0) { event.preventDefault(); return take(list.children[chosen]); }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    chosen = Math.min(Math.max(chosen + step, 0), list.children.length - 1);
    mark();
  });
}
}
