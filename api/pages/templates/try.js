"use strict";
const search = document.getElementById("search");
search.addEventListener("submit", (event) => event.preventDefault());
search.words.addEventListener("input", () => {
  const words = search.words.value.toLowerCase().split(/\s+/);
  for (const section of document.querySelectorAll("section")) {
    const articles = [...section.querySelectorAll("article, .entry")];
    const said = (one) => `${one.querySelector("a")?.href ?? ""} ${one.textContent}`.toLowerCase();
    for (const one of articles) one.hidden = !words.every((word) => said(one).includes(word));
    section.hidden = articles.every((one) => one.hidden);
  }
});

function parameters(details) {
  return details.dataset.parameters.split(",").filter(Boolean).map((one) => one.split(" "));
}

function field(form, name, value) {
  const label = document.createElement("label");
  const input = document.createElement(name === "body" ? "textarea" : "input");
  input.name = name;
  input.value = value;
  if (name === "body") input.rows = 8;
  label.append(name, input);
  form.append(label);
}

async function send(details, form, shown) {
  const headers = search.key.value ? { Authorization: `Bearer ${search.key.value}` } : {};
  const query = new URLSearchParams();
  let path = details.dataset.path;
  for (const [name, place] of parameters(details)) {
    const value = form.elements[name].value;
    if (!value) continue;
    if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (place === "query") query.append(name, value);
    else headers[name] = value;
  }
  const request = { method: details.dataset.method, headers };
  if (form.elements.body) {
    headers["Content-Type"] = "application/json";
    request.body = form.elements.body.value;
  }
  const address = new URL(`../../${path.slice(1)}` + (query.size ? `?${query}` : ""), document.baseURI);
  try {
    const answer = await fetch(address, request);
    const told = ["ETag", "Location", "Link", "Scoresheet-Position"].filter((name) => answer.headers.get(name));
    const text = await answer.text();
    let body = text;
    try { body = JSON.stringify(JSON.parse(text), null, 2); } catch { /* it is no JSON */ }
    shown.textContent = [`${answer.status}`, ...told.map((name) => `${name}: ${answer.headers.get(name)}`), "", body].join("\n");
  } catch (error) {
    shown.textContent = `The service did not answer: ${error.message}`;
  }
}

function offer(details) {
  const form = document.createElement("form");
  const shown = document.createElement("pre");
  for (const [name] of parameters(details)) {
    field(form, name, name === "Idempotency-Key" ? `${Date.now()}-${Math.random().toString(36).slice(2)}` : "");
  }
  if (details.dataset.method !== "GET") field(form, "body", details.querySelector(".example")?.textContent ?? "{}");
  const button = document.createElement("button");
  button.textContent = "Send";
  form.append(button);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(details, form, shown);
  });
  details.append(form, shown);
}

for (const details of document.querySelectorAll("details[data-path]")) {
  details.addEventListener("toggle", () => details.querySelector("form") || offer(details));
}
