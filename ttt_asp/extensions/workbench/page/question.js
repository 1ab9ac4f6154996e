// What is asked besides the strategies: the game, its constants, the claim.

const game = {
  facts: null, // the server's answer: const, roles, glyphs, cells, board, init, claims
  key: "", // the game and the constants that these are about
  fields: [], // of the constants: pairs of a name and an element
  left: new Map(), // games that were left, by name: what was asked about each, and where

  build(place, games) {
    this.choice = make("select", { className: "field", id: "game" },
      ...games.map(({ name, doc }) => make("option", { value: name, textContent: name, title: doc ?? "" })));
    this.constants = make("div", { className: "constants" });
    this.wrong = make("div", { className: "wrong", "aria-live": "polite" });
    this.games = new Map(games.map((one) => [one.name, one]));
    place.append(
      make("div", { className: "line" }, make("label", { className: "label", for: "game", textContent: "game" }),
        this.choice, this.constants), this.wrong);
    this.choice.addEventListener("change", () => this.choose(this.choice.value));
    this.claim = new Picker(place.appendChild(make("div", { className: "claim" })), {
      label: "the claim", placeholder: "x never loses",
      find: () => (this.facts?.claims ?? []).map((name) => ({ name })),
      show: (option) => make("span", { textContent: option.name }),
      take: (option) => { this.claim.field.value = option.name; store.change({ claim: option.name }, `the claim is ${option.name}`); },
    });
    this.claim.field.classList.add("big");
    // Enter asks what stands there; the arrows choose another claim.
    this.claim.field.addEventListener("input", () => {
      this.claim.close();
      store.change({ claim: this.claim.field.value }, null, "claim");
    });
    this.claim.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !this.claim.options) event.stopImmediatePropagation();
    }, true);
  },

  // Another game, as it was left, or as it begins: every role plays anything. Its board, as that of
  // other constants, is looked at from its beginning.
  choose(name) {
    const { now } = store;
    this.left.set(now.game, { ...pick(now), position: now.position });
    const { roles } = this.games.get(name);
    const begun = {
      game: name, const: {}, claim: `${roles[0]} never loses`,
      roles: Object.fromEntries(roles.map((role) => [role, "any"])), position: "",
    };
    store.change(this.left.get(name) ?? begun, name);
  },

  // What all fields show is asked about.
  read(changed) {
    const read = Object.fromEntries(this.fields.map(([name, { type, checked, value }]) =>
      [name, type === "checkbox" ? Number(checked) : /^-?\d{1,15}$/.test(value) ? Number(value) : value]));
    store.change({ const: read, position: "" }, `${changed} is ${read[changed]}`, `const-${changed}`);
  },

  // Whether what is known of a game is about the one in question.
  get known() {
    return this.key === gameKey(store.now);
  },

  // Get to know the game in question: whether it still is when the answer has come.
  async learn() {
    const key = gameKey(store.now);
    if (this.facts && !(await api.settled("game"))) return false;
    const facts = await api.about("game", {});
    if (!facts) return false;
    Object.assign(this, { facts, key });
    return true;
  },

  // A field in focus is the user's: it is neither drawn anew nor written into.
  update() {
    const { now } = store;
    this.choice.value = now.game;
    if (this.claim.field.value !== now.claim) this.claim.field.value = now.claim;
    this.wrong.replaceChildren();
    const values = Object.entries({ ...this.games.get(now.game)?.const, ...now.const });
    if (!same(values.map(([name]) => name), this.fields.map(([name]) => name))) {
      this.fields = values.map(([name, value]) => [name, this.field(name, value)]);
      this.constants.replaceChildren(...this.fields.map(([name, field]) => field.type === "checkbox"
        ? make("label", { className: "constant switch" }, field, make("span", { textContent: `${name}: ${app.switches[name]}` }))
        : make("label", { className: "constant" }, make("span", { textContent: name }), field)));
    }
    for (const [number, [, field]] of this.fields.entries()) {
      const value = String(values[number][1]);
      if (field.type === "checkbox") field.checked = value !== "0";
      else if (field !== document.activeElement) field.value = value;
    }
  },

  field(name, value) {
    const words = name in app.switches && /^[01]$/.test(this.games.get(store.now.game)?.const[name]);
    const type = words ? "checkbox" : /^-?\d+$/.test(value) ? "number" : "text";
    const field = make("input", { type, className: words ? "" : "field number", id: `const-${name}` });
    field.addEventListener("input", () => this.read(name));
    field.addEventListener("change", () => store.pause(""));
    return field;
  },
};
