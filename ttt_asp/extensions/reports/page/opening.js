// Walks are unpacked when they come into sight, and the address names what is seen: #CLAIM@POSITION.

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

async function open(place) {
  place.opening ??= unpack(place.dataset.walk).then((data) => {
    const section = place.closest("section");
    const lists = data.roles.map((role) => [...section.querySelectorAll(".list")].find((list) => list.dataset.role === role) ?? null);
    place.replaceChildren();
    place.walk = new Walk(place, new Plays(data, data.match), lists, (position) => named(section.id, position));
    return place.walk;
  });
  return place.opening;
}

const named = (claim, position) => history.replaceState(null, "", `#${encodeURIComponent(claim)}@${encodeURI(position)}`);

// A part of an address; nothing of one that was cut, or typed.
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return "";
    throw error;
  }
}

// The claim and the position that the address names.
function addressed() {
  const [claim, position] = location.hash.slice(1).split("@").map(decoded);
  return { claim, position };
}

async function follow() {
  const { claim, position } = addressed();
  const section = claim && position ? document.getElementById(claim) : null;
  const place = section?.querySelector(".walk[data-walk]");
  if (!place) return;
  const walk = await open(place);
  walk.seek(position);
  section.scrollIntoView();
}

const watch = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (isIntersecting) { watch.unobserve(target); open(target); }
  }
}, { rootMargin: "400px" });
document.querySelectorAll(".walk[data-walk]").forEach((place) => watch.observe(place));
addEventListener("hashchange", follow);
follow();
