// What is asked besides the strategies: the game, its constants, the claim.

const game = {
  facts: null, // the server's answer: const, roles, glyphs, cells, board, init, claims

  build(place, games) {
    this.choice = make("select", { className: "field", id: "game" },
      ...games.map(({ name, doc }) => make("option", { value: name, textContent: name, title: doc ?? "" })));
    this.about = make("p", { className: "quiet" });
    this.constants = make("div", { className: "constants" });
    this.wrong = make("div", { className: "wrong", "aria-live": "polite" });
    this.games = games;
    place.append(
      make("div", { className: "line" }, make("label", { className: "label", for: "game", textContent: "game" }),
        this.choice, this.constants), this.wrong);
    this.choice.addEventListener("change", () => this.change(this.choice.value, {}));
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

  // Another game, or other constants: taken when the server knows them. Another game's roles play
  // anything, and another board is looked at from its beginning.
  async change(name, constants) {
    let facts;
    try {
      facts = await api.ask("game", { game: name, const: constants }, "game");
    } catch (error) {
      return this.wrong.replaceChildren(...error.errors.map(complaint));
    }
    if (!facts) return;
    const { now } = store;
    const kept = facts.roles.every((role) => role in now.roles) && name === now.game;
    const roles = kept ? now.roles : Object.fromEntries(facts.roles.map((role) => [role, "any"]));
    const claim = kept ? now.claim : facts.claims[0] ?? now.claim;
    this.facts = facts;
    this.key = JSON.stringify([name, constants]);
    const open = now.open && { ...now.open, positions: [facts.init] };
    store.change({ game: name, const: constants, roles, claim, position: facts.init, open },
      `${name} with ${Object.entries(facts.const).map((pair) => pair.join(" = ")).join(", ")}`);
  },

  // The facts of a state's game, where they are not those at hand.
  async learn() {
    const { game: name, const: constants } = store.now;
    const answer = await api.ask("game", { game: name, const: constants }, "game");
    if (!answer) return null;
    this.facts = answer;
    this.key = JSON.stringify([name, constants]);
    return answer;
  },

  update() {
    const { now } = store;
    this.choice.value = now.game;
    if (this.claim.field.value !== now.claim) this.claim.field.value = now.claim;
    this.wrong.replaceChildren();
    const had = document.activeElement?.id;
    this.constants.replaceChildren(...Object.entries(this.facts?.const ?? {}).map(([name, value]) => {
      const field = make("input", { type: "number", className: "field number", id: `const-${name}`, value: String(value) });
      field.addEventListener("change", () =>
        this.change(now.game, { ...now.const, [name]: Number(field.value) }));
      return make("label", { className: "constant" }, make("span", { textContent: name }), field);
    }));
    if (had?.startsWith("const-")) document.getElementById(had)?.focus();
  },
};
