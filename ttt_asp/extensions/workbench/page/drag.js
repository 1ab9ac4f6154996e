// Cards are dragged by their grip, by mouse, pen or finger: before or after another card, also in
// another operator of the same strategy.

class Drag {
  constructor(cards) {
    this.cards = cards;
    this.line = make("div", { className: "drop", hidden: true });
    document.body.append(this.line);
    cards.list.addEventListener("pointerdown", (event) => this.begin(event));
  }

  begin(event) {
    if (!event.target.classList.contains("grip") || event.button || this.cards.stale) return;
    event.preventDefault();
    const card = event.target.closest(".card");
    this.from = card.dataset.path.split(".").map(Number);
    this.target = null;
    card.classList.add("dragged");
    const over = new AbortController();
    const until = (name, act) => window.addEventListener(name, act, { signal: over.signal, capture: true });
    const stop = (ended) => {
      over.abort();
      card.classList.remove("dragged");
      this.line.hidden = true;
      if (ended.type === "pointerup") this.end();
    };
    until("pointermove", (moved) => this.move(moved));
    for (const end of ["pointerup", "pointercancel"]) until(end, stop);
    until("keydown", (pressed) => { if (pressed.key === "Escape") stop(pressed); });
  }

  // The place under the pointer: before or after the innermost card there.
  move({ clientX, clientY }) {
    const over = document.elementFromPoint(clientX, clientY)?.closest?.(".card");
    this.target = null;
    this.line.hidden = true;
    if (!over || !this.cards.list.contains(over)) return;
    const path = over.dataset.path.split(".").map(Number);
    const parent = path.slice(0, -1);
    const inside = this.from.every((step, i) => step === path[i]);
    const stays = same(parent, this.from.slice(0, -1));
    if (inside || (parent.length && !stays && !takesMore(nodeAt(this.cards.tree, parent)))) return;
    const box = over.getBoundingClientRect();
    const below = clientY > box.top + box.height / 2;
    this.target = { parent, number: path.at(-1) + (below ? 1 : 0) };
    Object.assign(this.line.style, {
      left: `${box.left + scrollX}px`, width: `${box.width}px`,
      top: `${(below ? box.bottom + 2 : box.top - 4) + scrollY}px`,
    });
    this.line.hidden = false;
  }

  end() {
    if (!this.target) return;
    const { cards, from, target } = this;
    const { tree, path } = relocated(cards.tree, from, target.parent, target.number);
    if (same(tree, cards.tree)) return;
    const name = printed(nodeAt(cards.tree, from));
    cards.apply(tree, path, `${name} moved to place ${path.at(-1) + 1}`);
  }
}
