// The site's one worker, registered under two scopes. Under that of push, which no page has, it receives messages while no page shows them,
// and leads from a notification to its page. Under the whole site's it shows a page of ours where the network does not answer: it keeps that
// page alone, once a language, as a visitor gets it, and for who opened a door of an event the page of doors without connection, which names
// nobody, with its files. It keeps no other page and loads nothing from elsewhere.
const defaultIcon = "/icons/icon-192x192.png";
const defaultUrl = "/dashboard";

// The build stands in the address under which pages register it: another build is another worker, which drops what this one kept.
const kept = `offline ${self.location.search}`;
const offlinePages = { fr: "/offline", en: "/en/offline" };

const doorFiles = `door ${self.location.search}`;
const doorShells = { fr: "/dashboard/door", en: "/en/dashboard/door" };
/** The pages of a door, in both languages. */
const doorPage = /^\/(en\/)?dashboard\/(events\/[\w-]{36}\/door|admin\/events\/scan)$/;
/** Open pages of a door without connection: the worker has their files. */
const doors = new Set();

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
    if (doors.has(event.clientId)) return event.respondWith(fetch(request).catch(() => ofDoor(request)));
    if (request.mode !== "navigate" || request.method !== "GET") return;
    event.respondWith(
      Promise.resolve(preloadResponse)
        .then((answer) => answer ?? fetch(request))
        .catch(() => offline(request, event.resultingClientId)),
    );
  });

self.addEventListener("message", (event) => {
  if (ofPages && event.data?.type === "KEEP_DOOR") event.waitUntil(keepDoor(event.data));
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

/** Keeps the page of doors without connection, as a visitor gets it, with the files that it names and those that a page of a door has loaded. */
async function keepDoor({ language, files }) {
  const path = doorShells[language];
  if (!path) return;
  const answer = await fetch(path, { credentials: "omit", cache: "no-store", headers: { "accept-language": language } });
  if (!answer.ok || answer.redirected) return;
  const named = [...(await answer.clone().text()).matchAll(/"(\/(?:en\/)?(?:assets|builds)\/[^"]+)"/g)].map(([, file]) => file);
  const cache = await caches.open(doorFiles);
  const ours = files.filter((file) => file.startsWith(`${self.location.origin}/assets/`));
  const keepFile = async (file) => (await cache.match(file)) ?? cache.add(file);
  await Promise.all([...new Set([...named, ...ours])].map((file) => keepFile(file).catch(() => {})));
  await cache.put(path, answer);
}

async function ofDoor(request) {
  return (await (await caches.open(doorFiles)).match(request, { ignoreVary: true })) ?? Response.error();
}

async function takeOver() {
  const names = await caches.keys();
  const old = names.filter((name) => /^(offline|door) /.test(name) && name !== kept && name !== doorFiles);
  await Promise.all(old.map((name) => caches.delete(name)));
  // The page is asked for while this worker still starts.
  await self.registration.navigationPreload?.enable();
}

async function offline({ url }, client) {
  const { pathname, search } = new URL(url);
  const door = await doorFor(pathname, search, client);
  if (door) return door;
  const cache = await caches.open(kept);
  const page = await cache.match(/^\/en(\/|$)/.test(pathname) ? offlinePages.en : offlinePages.fr, { ignoreVary: true });
  return page ? new Response(page.body, { status: 503, headers: page.headers }) : Response.error();
}

/** In place of the page of a door the way to the one without connection, and there that page; nothing where it is not kept. */
async function doorFor(pathname, search, client) {
  const shell = doorShells[/^\/en(\/|$)/.test(pathname) ? "en" : "fr"];
  const page =
    doorPage.test(pathname) || pathname === shell ? await (await caches.open(doorFiles)).match(shell, { ignoreVary: true }) : null;
  if (!page) return null;
  if (pathname !== shell) return Response.redirect(`${self.location.origin}${shell}#${pathname}${eventIn(search)}`);
  doors.add(client);
  return page;
}

/** Of the query, the event alone. */
function eventIn(search) {
  const event = new URLSearchParams(search).get("event");
  return event ? `?event=${encodeURIComponent(event)}` : "";
}
