// A role's strategy as cards, in the order in which its lines are asked; operators hold cards.

class Cards {
  constructor(place, role) {
    this.role = role;
    this.tree = node("first");
    this.focused = null; // the path of the card that Tab comes to
    this.open = null; // what is open at a card: {path, what: "edit" or "combine"}
    this.said = new Map(); // a term's text to what it recommends at the position shown
    this.list = make("ul", { className: "cards", role: "tree", "aria-label": `lines of ${role}'s strategy` });
    place.append(this.list);
    this.list.addEventListener("keydown", (event) => cardKey(this, event));
    new Drag(this);
  }

  update() {
    const text = store.now.roles[this.role] ?? "";
    try {
      this.tree = listed(text);
      this.stale = false;
    } catch {
      this.stale = true; // the text is no term now: the cards of the last one stay
    }
    this.render();
    this.advise();
  }

  // A change of the tree becomes a change of the state's text; `path` is focused afterwards.
  apply(tree, path, words) {
    this.open = null;
    this.focused = path;
    store.setRole(this.role, unlisted(tree), words);
    if (path) this.focus(path);
  }

  // What the library says of the cards has come: they are drawn anew only where it says more.
  told() {
    if (!this.open && this.docs() !== this.drawn) this.render();
  }

  docs() {
    return JSON.stringify(namesIn(this.tree).map((name) => library.entry(this.role, name)?.doc));
  }

  render() {
    this.drawn = this.docs();
    const had = this.list.contains(document.activeElement);
    this.list.classList.toggle("stale", this.stale);
    const lines = this.tree.operands;
    if (this.focused && !this.element(this.focused, true)) this.focused = null;
    this.list.replaceChildren(...lines.map((line, number) => this.card(line, [number])));
    if (!lines.length) {
      this.list.append(make("li", { className: "none", role: "none" },
        "No line yet: ", make("b", { textContent: "any" }), ", every legal action."));
    }
    const first = this.focused ?? (lines.length ? [0] : null);
    if (first) this.element(first).tabIndex = 0;
    if (had && !this.open && first) this.focus(first);
    this.mark();
  }

  card(one, path) {
    const { role } = this;
    const entry = one.operator === "name" ? library.entry(role, one.name) : null;
    const operator = Reader.operators.get(one.operator);
    const about = cardAbout(one, entry, operator);
    const siblings = nodeAt(this.tree, path.slice(0, -1)).operands;
    const place = `${path.at(-1) + 1} of ${siblings.length}`;
    const made = make("li", {
      className: `card is-${one.operands.length ? "group" : one.operator}`, tabIndex: -1, role: "treeitem",
      "aria-level": String(path.length), "aria-label": `${place}: ${printed(one)}. ${about.doc}`,
      "data-path": path.join("."),
    });
    const row = make("div", { className: "row" },
      make("span", { className: "grip", "aria-hidden": "true", textContent: "⠿" }),
      path.length === 1 ? make("span", { className: "number", textContent: String(path[0] + 1) }) : null,
      about.sign ? make("span", { className: "sign", textContent: about.sign }) : null,
      make("span", { className: "name" }, ...breakable(about.name)),
      make("span", { className: "here" }),
      this.buttons(one, path));
    made.append(row);
    if (this.open && same(this.open.path, path)) {
      made.append((this.open.what === "edit" ? editPanel : combinePanel)(this, one, path));
    } else {
      made.append(make("p", { className: "doc", textContent: about.doc }));
    }
    if (one.operands.length) {
      made.append(make("ul", { role: "group" },
        ...one.operands.map((operand, number) => this.card(operand, [...path, number]))));
    }
    made.addEventListener("pointerover", (event) => { event.stopPropagation(); this.look(path); });
    made.addEventListener("pointerleave", () => { if (path.length === 1) this.look(null); });
    made.addEventListener("focusin", (event) => {
      event.stopPropagation();
      if (event.target === made) this.choose(path);
      this.look(path);
    });
    made.addEventListener("focusout", () => this.look(null));
    return made;
  }

  buttons(one, path) {
    const tool = (text, title, act) => button(text, (event) => { event.stopPropagation(); act(); },
      { className: "icon", title, tabIndex: -1, "aria-label": `${title}: ${printed(one)}` });
    const strategy = one.operator === "name" && strategyText(this.role, one.name);
    return make("span", { className: "buttons" },
      strategy ? tool("⤢", "open up", () => openUp(this, path)) : null,
      tool("↑", "move up", () => shift(this, path, -1)),
      tool("↓", "move down", () => shift(this, path, 1)),
      tool("+", "combine with…", () => this.show("combine", path)),
      tool("✎", "edit the term", () => this.show("edit", path)),
      tool("×", "delete", () => remove(this, path)));
  }

  show(what, path) {
    this.open = { what, path };
    this.focused = path;
    this.render();
    this.element(path).querySelector(".panel input:not([type=radio])")?.focus();
  }

  shut(path) {
    this.open = null;
    this.focused = path;
    this.render();
    this.focus(path);
  }

  element(path, inTree = false) {
    if (inTree) return path.reduce((inner, number) => inner?.operands[number], this.tree);
    return this.list.querySelector(`[data-path="${path.join(".")}"]`);
  }

  choose(path) {
    if (this.focused) {
      const old = this.element(this.focused);
      if (old) old.tabIndex = -1;
    }
    this.focused = path;
    this.element(path).tabIndex = 0;
  }

  focus(path) {
    this.element(path)?.focus();
  }

  look(path) {
    if (!path) return walk.shade(null);
    const text = this.stale ? "" : printed(nodeAt(this.tree, path));
    if (this.said.has(text)) walk.shade(this.said.get(text));
  }

  // What the cards recommend at the position shown, where it is this role's turn.
  async advise() {
    const { position } = store.now;
    const lines = this.tree.operands;
    const whole = nodesIn(this.tree).slice(1).filter((one) => !hasHoles(one));
    const asked = [...new Set([...lines.filter((one) => !hasHoles(one)), ...whole].map(printed))];
    if (here.mover !== this.role || here.over || !asked.length || this.stale) {
      api.drop(`advise-${this.role}`);
      this.said = new Map();
      return this.mark();
    }
    if (!(await api.settled(`advise-${this.role}`))) return;
    try {
      const body = { role: this.role, position, terms: asked, ...tactic.draft(...asked) };
      const answer = await api.about("advise", body, `advise-${this.role}`);
      if (!answer || position !== store.now.position) return; // it is about another board
      this.said = new Map(asked.map((text, number) => [text, answer.said[number]]));
    } catch {
      this.said = new Map(); // the text shows what is wrong with the term
    }
    this.mark();
  }

  // The deciding line is lit; those before it, which recommend nothing, are struck through.
  mark() {
    const texts = this.tree.operands.map(printed);
    const decides = texts.findIndex((text) => this.said.get(text)?.actions.length);
    if (here.mover === this.role) {
      const silent = !texts.length ? "Without a line, every legal move."
        : texts.some((text) => this.said.has(text)) ? "The strategy says nothing here." : "";
      walk.advised(this.tree.operands[decides], this.said.get(texts[decides]), silent);
    }
    for (const card of this.list.querySelectorAll(".card")) {
      const path = card.dataset.path.split(".").map(Number);
      const said = this.said.get(printed(nodeAt(this.tree, path)));
      const top = path.length === 1;
      card.classList.toggle("decides", top && path[0] === decides);
      card.classList.toggle("silent", Boolean(said) && !said.actions.length && (top ? path[0] < decides || decides < 0 : true));
      const words = !said ? "" : said.actions.length ? counted(said.actions.length, "move") : "";
      card.querySelector(".here").textContent = top && path[0] === decides ? `decides: ${words}` : words;
    }
  }
}

const nodesIn = (tree) => [tree, ...tree.operands.flatMap(nodesIn)];

function strategyText(role, name) {
  const found = library.of(role).strategies.find((one) => one.name === name);
  return found?.term ?? null;
}

function cardAbout(one, entry, operator) {
  if (one.operator === "name") return { sign: "", name: one.name, doc: entry?.doc ?? "" };
  if (one.operator === "hole") return { sign: "?", name: one.name || "a hole", doc: "Fill finds a tactic for it, Invent a rule." };
  if (one.operator === "lines") return { sign: "…", name: "any lines", doc: "Fill finds a list for this." };
  if (one.operator === "any") return { sign: "", name: "any", doc: operator?.doc ?? "" };
  const name = one.operator === "pick" ? `pick by ${one.name}` : one.operator;
  return { sign: operator?.sign ?? "", name, doc: operator?.doc ?? "" };
}
