// The page without a network: what it was made of is kept when it is seen first, and its runtime
// when it is loaded first. Another page of this place, made later, is kept in place of this one.
const kept = async (request) => {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request, { ignoreSearch: true });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok && request.method === "GET") await cache.put(request, answer.clone());
  return answer;
};

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(OWN)));
});
self.addEventListener("activate", (event) => event.waitUntil(caches.keys().then((names) => Promise.all(names
  .filter((name) => name.startsWith("ttt-asp-") && name !== CACHE).map((name) => caches.delete(name)))
  .then(() => self.clients.claim()))));
self.addEventListener("fetch", (event) => event.respondWith(kept(event.request)));
