// Playing on the board against a strategy of the page, or the pasted bot; and on its squares what
// each move does: ✓ keeps the claim, or what best play can force, ?? gives it away.

const play = {
  role: null, // whose moves are the user's; null while nobody is played against
  marks: false,
  judged: new Map(), // by action: wins, safe or loses

  build(place) {
    this.toggle = button("✓ ??", () => this.mark(), { "aria-pressed": "false", title: "what each move does" });
    this.sides = make("span", { className: "tools" });
    this.note = make("p", { className: "quiet", "aria-live": "polite" });
    place.append(make("div", { className: "tools" }, this.sides, this.toggle), this.note);
    walk.watchers.push(() => this.arrived());
  },

  // A button for each role that the user may take.
  update() {
    const { roles } = game.facts;
    if (!roles.includes(this.role)) this.role = null;
    this.sides.replaceChildren(...roles.map((role) => button(`Play ${role}`, () => this.begin(role), {
      "aria-pressed": String(role === this.role), title: `against ${roles.filter((one) => one !== role).join(" and ")}'s strategy`,
    })));
  },

  begin(role) {
    this.role = role === this.role ? null : role;
    this.note.textContent = this.role ? `You play ${role}.` : "";
    this.update();
    if (this.role && here.over) walk.go(game.facts.init);
    else this.arrived();
  },

  mark() {
    this.marks = !this.marks;
    this.toggle.setAttribute("aria-pressed", String(this.marks));
    if (!this.marks) {
      this.judged = new Map();
      this.note.textContent = "";
      walk.draw();
    } else this.judge();
  },

  async arrived() {
    this.update();
    this.judged = new Map();
    if (this.marks) await this.judge();
    if (this.role && !here.over && here.mover && here.mover !== this.role) await this.answer();
  },

  async judge() {
    const { position } = here;
    try {
      const found = await api.ask("judge", { ...question(store.now), position }, "judge");
      if (!found || position !== here.position || !this.marks) return;
      this.judged = new Map(Object.entries(found.moves));
      this.note.textContent = found.why ? `What each move does is not known here: ${found.why}.` : (found.by === "claim" ? `✓ keeps “${store.now.claim}”, ?? loses it.`
        : found.by ? `By best play: ${[...this.judged.values()].includes("wins") ? "★ wins" : "✓ gives nothing away"}, ?? does.` : "");
    } catch (error) {
      this.note.textContent = error.message;
    }
    walk.draw();
  },

  // What all moves at a square do, if that is the same.
  sign(moves) {
    const [first, ...others] = [...new Set(moves.map(({ action }) => this.judged.get(action) ?? ""))];
    return others.length ? "" : first;
  },

  // The other side's move: one of those that its strategy recommends.
  async answer() {
    const { position, mover } = here;
    const term = store.now.roles[mover]?.trim() || "any";
    const still = () => this.role && position === here.position && mover === here.mover;
    try {
      if (bot.plays(mover)) {
        const found = await api.about("bot_move", { text: store.now.bot, role: mover, position }, "answer");
        if (found && still()) walk.go(found.after);
        return;
      }
      const found = await api.about("advise", { position, role: mover, terms: [term], ...tactic.draft(term) }, "answer");
      if (!found || !still()) return;
      const [{ actions, errors }] = found.said;
      const chosen = actions[Math.floor(Math.random() * actions.length)];
      const step = here.moves.find(({ action }) => action === chosen);
      if (step) walk.go(step.after);
      else this.note.textContent = errors[0]?.message ?? `${mover}'s strategy recommends nothing here.`;
    } catch (error) {
      this.note.textContent = error.message;
    }
  },
};
