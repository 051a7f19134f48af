// Shows a message of this service to a player, and opens their page when it is tapped.
self.addEventListener("push", (event) => {
  const { title, body, page } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag: page, renotify: true, data: page }));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});
