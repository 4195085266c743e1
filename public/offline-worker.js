// Shows a page of ours where the network does not answer. It keeps that page alone, once a language, as a visitor gets it, and no other.
// The build stands in the address: another build is another worker, which drops what this one kept.
const kept = `offline ${self.location.search}`;
const pages = { fr: "/offline", en: "/en/offline" };

self.addEventListener("install", (event) => event.waitUntil(keep().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

self.addEventListener("fetch", (event) => {
  const { request, preloadResponse } = event;
  if (request.mode !== "navigate" || request.method !== "GET") return;
  event.respondWith(
    Promise.resolve(preloadResponse)
      .then((answer) => answer ?? fetch(request))
      .catch(() => offline(request)),
  );
});

async function keep() {
  const cache = await caches.open(kept);
  // Without cookies nobody is known, and with its own language no page leads to the other one.
  const ask = async ([language, path]) => {
    const answer = await fetch(path, { credentials: "omit", cache: "no-store", headers: { "accept-language": language } });
    if (!answer.ok || answer.redirected) throw new Error(`${path} answers ${answer.status}`);
    await cache.put(path, answer);
  };
  await Promise.all(Object.entries(pages).map(ask));
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
  const page = await cache.match(/^\/en(\/|$)/.test(pathname) ? pages.en : pages.fr, { ignoreVary: true });
  return page ? new Response(page.body, { status: 503, headers: page.headers }) : Response.error();
}
