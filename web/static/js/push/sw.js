/* The service worker: shows push notices and opens their page. It keeps no pages; the site is read from the network. */

self.addEventListener("push", (event) => {
  const said = event.data ? event.data.json() : {};
  const shown = { body: said.body, tag: said.tag, renotify: true, data: { url: said.url }, icon: "/static/icon-192.png" };
  event.waitUntil(self.registration.showNotification(said.title || "Tablo", shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? "/", self.location.origin).href;
  event.waitUntil(self.clients.matchAll({ type: "window" }).then((open) => {
    const there = open.find((one) => one.url === url);
    return there ? there.focus() : self.clients.openWindow(url);
  }));
});
