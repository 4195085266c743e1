// The site's one worker, registered under two scopes. Under that of push, which no page has, it receives messages while no page shows them,
// and leads from a notification to its page. Under the whole site's it shows a page of ours where the network does not answer: it keeps that
// page alone, once a language, as a visitor gets it, and no other. It loads nothing from elsewhere.
const defaultIcon = "/icons/icon-192x192.png";
const defaultUrl = "/dashboard";

// The build stands in the address under which pages register it: another build is another worker, which drops what this one kept.
const kept = `offline ${self.location.search}`;
const offlinePages = { fr: "/offline", en: "/en/offline" };

/** The push provider's settings, as a page handed them on. */
let configuration = null;
/** Pages that handed on their settings show messages themselves while they are visible. */
const listening = new Set();

const ofPages = new URL(self.registration.scope).pathname === "/";

self.addEventListener("install", (event) => event.waitUntil((ofPages ? keep() : Promise.resolve()).then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(ofPages ? takeOver() : self.clients.claim()));

if (ofPages)
  self.addEventListener("fetch", (event) => {
    const { request, preloadResponse } = event;
    if (request.mode !== "navigate" || request.method !== "GET") return;
    event.respondWith(
      Promise.resolve(preloadResponse)
        .then((answer) => answer ?? fetch(request))
        .catch(() => offline(request)),
    );
  });

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

async function keep() {
  const cache = await caches.open(kept);
  // Without cookies nobody is known, and with its own language no page leads to the other one.
  const ask = async ([language, path]) => {
    const answer = await fetch(path, { credentials: "omit", cache: "no-store", headers: { "accept-language": language } });
    if (!answer.ok || answer.redirected) throw new Error(`${path} answers ${answer.status}`);
    await cache.put(path, answer);
  };
  await Promise.all(Object.entries(offlinePages).map(ask));
}

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("offline ") && name !== kept).map((name) => caches.delete(name)));
  // The page is asked for while this worker still starts.
  await self.registration.navigationPreload?.enable();
}

async function offline({ url }) {
  const { pathname } = new URL(url);
  const cache = await caches.open(kept);
  const page = await cache.match(/^\/en(\/|$)/.test(pathname) ? offlinePages.en : offlinePages.fr, { ignoreVary: true });
  return page ? new Response(page.body, { status: 503, headers: page.headers }) : Response.error();
}
