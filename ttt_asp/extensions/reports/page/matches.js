// One walker for all match-ups: a square of the table, or the address #match-N@POSITION, opens its.

const pane = document.getElementById("match");

async function show() {
  const [, number, position] = /^#match-(\d+)(?:@(.*))?$/.exec(location.hash) ?? [];
  if (number === undefined || !pane) return;
  pane.opening ??= unpack(pane.dataset.plays);
  const data = await pane.opening;
  const match = data.matches[number];
  if (!match) return;
  if (pane.shown !== number) {
    pane.shown = number;
    document.querySelector(".heat a[aria-current]")?.removeAttribute("aria-current");
    document.querySelector(`.heat a[href="#match-${number}"]`)?.setAttribute("aria-current", "true");
    const lists = match.lists.map((name, role) => {
      const kept = [...document.querySelectorAll(`template[data-role="${role}"]`)].find((one) => one.dataset.name === name);
      return kept.content.cloneNode(true).querySelector(".list");
    });
    const title = match.lists.map((name, role) => `${data.roles[role]}: ${name}`).join(" · ");
    pane.querySelector("h2").textContent = title;
    pane.querySelector(".lists").replaceChildren(...lists);
    const place = pane.querySelector(".walk");
    place.replaceChildren(make("p", { className: "quiet", textContent: `Signs are about: ${data.asked_for[number]}.` }));
    place.walk = new Walk(place, new Plays(data, match), lists,
      (written) => history.replaceState(null, "", `#match-${number}@${encodeURI(written)}`));
  }
  if (position) pane.querySelector(".walk").walk.seek(decoded(position));
  pane.scrollIntoView();
  pane.querySelector("h2").focus({ preventScroll: true });
}

addEventListener("hashchange", show);
show();
