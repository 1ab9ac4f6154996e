// The page: three columns over one state, and below them the tactic that is being written.

const app = {
  roles: new Map(), // role to {place, cards, text, adder}

  async begin() {
    const start = await api.ask("start", {});
    const { writes, seconds, switches } = start;
    Object.assign(this, { writes, seconds, switches });
    for (const operator of start.operators) Reader.operators.set(operator.name, operator);
    this.fresh = { ...pick(start), position: start.position ?? "", open: null };
    game.build(document.getElementById("question"), start.games);
    walk.build(document.getElementById("walk"));
    verdict.build(document.getElementById("verdict"));
    tactic.build(document.getElementById("tactic"));
    files.build(document.getElementById("actions"));
    this.buttons();
    this.welcome(start.examples);
    store.watch((now, before) => this.follow(before));
    bot.build(document.getElementById("bot"));
    exercises.build(start.exercises);
    walk.watchers.push(() => {
      for (const role of game.facts.roles) {
        this.roles.get(role)?.cards.advise();
        library.load(role).catch((error) => files.tell(error.message));
      }
    });
    library.watchers.push((role) => {
      const { cards } = this.roles.get(role) ?? {};
      if (!cards) return;
      cards.told();
      cards.adder.renew();
      if (cards.open?.what === "combine") cards.joiner.renew();
    });
    window.addEventListener("hashchange", () => this.arrive());
    document.addEventListener("keydown", (event) => this.key(event));
    this.arrive();
  },

  // What the address carries, or a beginning.
  arrive() {
    const carried = unpacked(location.hash);
    store.past = [];
    store.future = [];
    store.set(carried ?? this.fresh);
    document.getElementById("welcome").hidden = !same(pick(store.now), pick(this.fresh));
  },

  // Of use to those only who come with nothing of their own.
  welcome(examples) {
    const place = document.getElementById("welcome");
    place.append(...Object.entries(examples).map(([words, o]) => button(words, () =>
      store.change({ ...pick(this.fresh), position: "", roles: { ...this.fresh.roles, o } }, words), { className: "start" })),
      button("×", () => { place.hidden = true; }, { className: "icon", title: "close" }));
  },

  buttons() {
    const place = document.getElementById("actions");
    this.undo = button("Undo", () => store.undo(), { title: "Ctrl+Z" });
    this.redo = button("Redo", () => store.redo(), { title: "Ctrl+Y" });
    place.prepend(this.undo, this.redo, button("Write a tactic", () => tactic.show()),
      button("Exercises", () => exercises.toggle()), button("Is my bot unbeatable?", () => bot.toggle()),
      button("Copy link", () => files.link()));
  },

  // Panels follow the state: what is asked at once, and the rest when the game is known.
  async follow(before) {
    this.undo.disabled = !store.past.length;
    this.redo.disabled = !store.future.length;
    game.update();
    verdict.outdate();
    const right = document.getElementById("right");
    right.inert = !game.known; // it shows the board of another game
    if (!game.known) {
      try {
        if (!(await game.learn())) return;
      } catch (error) {
        game.wrong.replaceChildren(...error.errors.map(complaint));
        return verdict.tell("wrong", "no verdict", "What is wrong stands at the game.");
      }
      right.inert = false;
      walk.trail = [];
    }
    const { init } = game.facts;
    const { position, open } = store.now;
    if (!position) return store.look({ position: init, open: open && { ...open, positions: [init] } });
    const { now } = store;
    const { key } = game;
    this.rolePanels();
    for (const [role, panel] of this.roles) {
      const shown = JSON.stringify([key, now.roles[role]]);
      if (panel.shown === shown) continue;
      panel.shown = shown;
      panel.cards.update();
      panel.text.update();
    }
    if (here.shown !== `${key} ${now.position}`) {
      here.shown = `${key} ${now.position}`;
      walk.update();
    }
    verdict.update();
    tactic.update(before);
    bot.update();
    exercises.update();
  },

  rolePanels() {
    const { roles } = game.facts;
    if (same([...this.roles.keys()], roles)) return;
    this.roles = new Map(roles.map((role) => [role, this.panel(role)]));
    document.getElementById("roles").replaceChildren(...[...this.roles.values()].map(({ place }) => place));
  },

  panel(role) {
    const place = make("section", { className: "role", "aria-label": `${role}'s strategy` });
    const glyph = game.facts.glyphs[role] ?? role;
    const heading = make("h2", {}, drawnMark(glyph),
      glyph === role ? " plays" : ` ${role} plays`);
    const saving = make("div", { className: "saving" });
    place.append(make("div", { className: "heading" }, heading,
      button("Save…", () => this.saveRole(role, saving), { className: "plain" })), saving);
    const cards = new Cards(place, role);
    cards.adder = new Picker(place, {
      label: `add a line to ${role}'s strategy`, placeholder: "Add a line: search the library",
      find: (words) => library.options(role, words), show: library.show, more: library.more,
      take: (option) => {
        cards.adder.field.value = "";
        addLine(cards, option.term && !option.strategy ? option.term : option.name, cards.after);
      },
      leave: () => { cards.after = null; },
    });
    cards.after = null;
    const text = new TermText(place, role);
    return { place, cards, text };
  },

  saveRole(role, place) {
    if (place.hasChildNodes()) return place.replaceChildren();
    if (!this.writes) return place.replaceChildren(quiet("Start with -S DIR to save; Export gives the file."));
    const doc = make("input", { type: "text", className: "field", placeholder: "what it does, in a sentence",
      "aria-label": "what it does" });
    place.replaceChildren(saveForm({
      name: "", label: `save ${role}'s strategy as`, extra: doc,
      send: (name, replace) => api.about("strategy_save",
        { name, role, term: store.now.roles[role], doc: doc.value.trim(), replace }, "save"),
      done: (name, { file }) => { place.replaceChildren(); files.tell(`saved as ${file}`); this.renew(); },
    }));
    place.querySelector("input").focus();
  },

  // What is written in the editor has changed, and counts where a term names it.
  redraft() {
    verdict.update();
    const { open, roles } = store.now;
    for (const [role, { cards, text }] of this.roles) {
      if (!(roles[role] ?? "").split(/\W+/).includes(open?.name)) continue;
      cards.advise();
      text.check();
    }
  },

  // The library has changed: cards, what is said of terms, and the verdict with it.
  renew() {
    library.byRole.clear();
    for (const [role, { cards, text }] of this.roles) {
      library.load(role).catch((error) => files.tell(error.message));
      cards.advise();
      text.check();
    }
    verdict.question = "";
    verdict.update();
  },

  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const redo = key === "y" || (key === "z" && event.shiftKey);
    if (key !== "z" && key !== "y") return;
    const { target } = event;
    const typing = target.matches("input, textarea");
    if (typing && !target.id.startsWith("term-")) return; // fields have an undo of their own
    event.preventDefault();
    if (redo) store.redo();
    else store.undo();
  },
};

app.begin().catch((error) => {
  document.getElementById("question").append(...(error.errors ?? [error]).map(complaint));
  if (!error.errors) throw error;
});
