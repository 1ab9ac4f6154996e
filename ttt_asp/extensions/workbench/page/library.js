// What strategies are made of: tactics, strategies, operators, orders, with what each recommends at
// the position shown. Known for a role at a time.

const library = {
  byRole: new Map(),
  operators: [],
  watchers: [],

  // What it recommends is asked for the role to move only: to others nothing is recommended.
  async load(role) {
    const { position } = store.now;
    const about = gameKey(store.now);
    const moves = here.mover === role;
    const known = this.byRole.get(role);
    if (!moves && known?.about === about) {
      for (const one of [...known.tactics, ...known.strategies]) one.recommends = null;
      return;
    }
    if (!(await api.settled(`library-${role}`))) return;
    const answer = await api.about("library", { role, ...(moves ? { position } : {}) }, `library-${role}`);
    if (!answer) return;
    this.byRole.set(role, { ...answer, about });
    for (const watcher of this.watchers) watcher(role);
  },

  of(role) {
    return this.byRole.get(role) ?? { tactics: [], strategies: [], orders: [] };
  },

  entry(role, name) {
    const { tactics, strategies } = this.of(role);
    return tactics.find((one) => one.name === name) ?? strategies.find((one) => one.name === name);
  },

  // What can be added as a card: the entries that the words occur in, those whose name begins
  // with them first; holes; and a term, where one is typed.
  options(role, words) {
    const { tactics, strategies } = this.of(role);
    const holes = [
      { name: "?", doc: "A hole: Fill finds a tactic for it, Invent a rule.", text: "" },
      { name: "...", doc: "Any lines: Fill finds a list for it.", text: "" },
    ];
    const any = { name: "any", doc: "Every legal action.", text: "" };
    if (!tactics.length) return []; // not known yet
    const all = [...tactics, any, ...holes, ...strategies.map((one) => ({ ...one, strategy: true }))]
      .map((one) => ({ ...one, disabled: one.fits === false }));
    const sought = words.toLowerCase().split(/\s+/).filter(Boolean);
    const found = all.filter((one) => {
      const text = `${one.name} ${one.doc} ${one.text ?? ""}`.toLowerCase();
      return sought.every((word) => text.includes(word));
    });
    found.sort((one, other) => nearness(one, words) - nearness(other, words));
    if (/[(?]/.test(words) && !found.some((one) => one.name === words)) {
      try {
        new Reader(words).whole();
        found.unshift({ name: words, doc: "This term.", text: "", term: words });
      } catch { /* not yet a term: nothing to offer */ }
    }
    return found;
  },

  orders(role, words) {
    const { orders = [] } = this.of(role);
    const sought = words.toLowerCase();
    return orders.filter((one) => `${one.name} ${one.doc}`.toLowerCase().includes(sought))
      .sort((one, other) => nearness(one, sought) - nearness(other, sought));
  },

  show(option) {
    const here = option.recommends?.length ? miniature(option.recommends) : null;
    return make("div", { className: "entry" },
      make("span", { className: "name", textContent: option.name }),
      option.strategy ? make("span", { className: "tag", textContent: "strategy" }) : null,
      option.own ? make("span", { className: "tag", textContent: "yours" }) : null,
      here,
      make("span", { className: "doc", textContent: option.disabled ? option.why_not ?? "" : option.doc ?? "" }));
  },

  more(option) {
    const says = !option.recommends ? null
      : option.recommends.length ? `Here it recommends ${option.recommends.join(", ")}.`
      : "Here it recommends nothing.";
    const term = typeof option.term === "string" && option.strategy ? option.term : null;
    return make("div", {},
      make("p", { textContent: option.text || option.doc || "" }),
      term ? make("p", { className: "code", textContent: term }) : null,
      says ? make("p", { className: "says", textContent: says }) : null,
      ...(option.examples ?? []).slice(0, 3).map((text) => make("p", { className: "code", textContent: text })));
  },
};

// How near a name is to what was typed: the name itself, its beginning, a part of it, none; what
// does not fit comes last.
function nearness({ name, disabled }, words) {
  const near = name === words ? 0 : name.startsWith(words) ? 1 : name.includes(words) ? 2 : 3;
  return near + (disabled ? 10 : 0);
}

// A small picture of the board with some squares shaded; nothing where an action is about none.
function miniature(actions) {
  const { cells, byAction } = here;
  const wanted = new Set(actions.map((action) => byAction.get(action)).filter(Boolean));
  if (!wanted.size || cells.length > 36) return null;
  const squares = cells.map((cell) => {
    const square = make("i", { className: wanted.has(cell.join()) ? "on" : "" });
    stand(square, cell, game.facts.slanted);
    return square;
  });
  return make("span", { className: boardClass("mini"), title: actions.join(", ") }, ...squares);
}
