// Subscribes this browser at its push service when the form is sent, and sends with it where it is reached.
async function workerOf(registration) {
  const begun = registration.installing ?? registration.waiting;
  if (!registration.active && begun) {
    await new Promise((done) => begun.addEventListener("statechange", () => begun.state === "activated" && done()));
  }
  return registration;
}

async function subscribed(applicationServerKey) {
  const worker = await workerOf(await navigator.serviceWorker.register("/push/worker.js"));
  const ask = () => worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  try {
    return await ask();
  } catch (fault) {
    // An earlier subscription of this browser is for another key.
    if (fault.name !== "InvalidStateError") throw fault;
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    return ask();
  }
}

for (const form of document.querySelectorAll("form[data-push-key]")) {
  if (!navigator.serviceWorker || !window.PushManager) continue;
  form.hidden = false;
  for (const told of document.querySelectorAll("[data-push-without]")) told.hidden = true;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const denied = form.querySelector("[data-push-denied]");
    denied.hidden = true;
    try {
      const { endpoint, keys } = (await subscribed(form.dataset.pushKey)).toJSON();
      form.elements.endpoint.value = endpoint;
      form.elements.p256dh.value = keys.p256dh;
      form.elements.auth.value = keys.auth;
      form.submit();
    } catch {
      denied.setAttribute("role", "alert");
      denied.hidden = false;
    }
  });
}
