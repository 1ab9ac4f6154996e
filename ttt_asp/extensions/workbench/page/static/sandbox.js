// The frame in which Python runs. Its origin is nobody's, so that it has no storage of the page's,
// and its policy leaves it no network. The page sends a worker's text and a port, which is the
// worker's from then on; and the port alone when the worker is to end.
"use strict";
const workers = new Map();
addEventListener("message", ({ source, data, ports: [port] }) => {
  if (source !== parent) return;
  if (data.end) {
    workers.get(data.number)?.terminate();
    workers.delete(data.number);
    return;
  }
  const address = URL.createObjectURL(new Blob([data.text], { type: "text/javascript" }));
  const worker = new Worker(address);
  worker.onmessage = (event) => port.postMessage(event.data);
  worker.onerror = (event) => port.postMessage({ failed: event.message || "the worker did not begin" });
  port.onmessage = (event) => worker.postMessage(event.data);
  workers.set(data.number, worker);
});
