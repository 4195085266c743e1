// Receives push messages while no page shows them, and leads from a notification to its page. It loads nothing from elsewhere.
const defaultIcon = "/icons/icon-192x192.png";
const defaultUrl = "/dashboard";

/** The push provider's settings, as a page handed them on. */
let configuration = null;
/** Pages that handed on their settings show messages themselves while they are visible. */
const listening = new Set();

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  if (event.data?.type !== "FIREBASE_CONFIG") return;
  configuration = event.data.config;
  if (event.source?.id) listening.add(event.source.id);
});

self.addEventListener("push", (event) => event.waitUntil(receive(read(event.data))));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(ownAddress(event.notification.data?.url)));
});

function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return { notification: { title: data.text() } };
  }
}

async function receive(message) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const showing = windows.filter(({ id, visibilityState }) => configuration && visibilityState === "visible" && listening.has(id));
  if (showing.length === 0) return show(message);
  // The two marks by which the provider's library knows its own messages in a page.
  for (const page of showing) page.postMessage({ ...message, isFirebaseMessaging: true, messageType: "push-received" });
}

function show({ notification = {}, data = {} }) {
  const icon = notification.icon || defaultIcon;
  return self.registration.showNotification(notification.title || "Maillon", {
    body: notification.body,
    icon,
    badge: defaultIcon,
    tag: data.tag,
    data,
  });
}

/** A page of this site: what leads elsewhere, or is no page at all, becomes the dashboard. */
function ownAddress(asked) {
  const { origin } = self.location;
  const own = new URL(defaultUrl, origin).href;
  if (typeof asked !== "string" || !URL.canParse(asked, origin)) return own;
  // A blob: address has our origin too, so the whole beginning counts.
  const { href } = new URL(asked, origin);
  return asked && href.startsWith(`${origin}/`) ? href : own;
}

async function open(address) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => url === address);
  return there ? there.focus() : self.clients.openWindow(address);
}
