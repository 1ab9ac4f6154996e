// Exercises: a list to start from, a claim to be proved with few tactics, a hint. The prover checks.

const exercises = {
  all: new Map(),
  solved: null, // whose solution was seen

  build(given) {
    this.all = new Map(given.map((one) => [one.id, one]));
    this.place = document.getElementById("exercises");
    this.task = document.getElementById("task");
    this.list();
  },

  get done() {
    try {
      return new Set(JSON.parse(localStorage.getItem("ttt-asp-solved") ?? "[]"));
    } catch {
      return new Set();
    }
  },

  list() {
    const { done } = this;
    this.place.replaceChildren(make("h2", { textContent: "Exercises" }), make("ol", {}, ...[...this.all.values()].map((one) =>
      make("li", {}, make("a", { href: `#${packed(this.start(one))}`, textContent: one.title }), done.has(one.id) ? " ✓ solved" : ""))));
  },

  start: ({ id, game: name, const: constants, claim, roles }) => ({ game: name, const: constants, claim, roles, position: "", open: null, task: id }),

  toggle(open = this.place.hidden) {
    this.place.hidden = !open;
    if (open) this.place.querySelector("a")?.focus();
  },

  update() {
    const one = this.all.get(store.now.task);
    this.task.hidden = !one;
    if (!one || this.shown === one.id) return;
    this.shown = one.id;
    this.toggle(false);
    this.state = make("p", { className: "sentence", "aria-live": "polite" });
    this.task.replaceChildren(make("h2", { textContent: one.title }), make("p", { textContent: one.task }),
      make("details", {}, make("summary", { textContent: "A hint" }), quiet(one.hint)), this.state,
      make("div", { className: "tools" },
        button("Start over", () => store.change(this.start(one), one.title)),
        button("Leave it", () => { this.shown = null; store.look({ task: null }); })));
  },

  // A verdict is shown: does it solve the exercise?
  judge(found) {
    const one = this.all.get(store.now.task);
    if (!one) return;
    const { now } = store;
    const kept = now.claim === one.claim && gameKey(now) === gameKey(one)
      && one.fixed.every((role) => (now.roles[role] ?? "any") === (one.roles[role] ?? "any"));
    const number = Object.entries(now.roles).filter(([role]) => !one.fixed.includes(role))
      .reduce((sum, [role, text]) => sum + tactics(role, listed(text)), 0);
    const solved = kept && found.verdict === "proved" && (!one.most || number <= one.most);
    this.state.textContent = solved ? "✓ Solved."
      : !kept ? "The claim or the game is no longer the exercise's." : found.verdict !== "proved" ? "Not yet: the claim does not hold."
        : `Not yet: ${counted(number, "tactic")}, and ${one.most} are enough.`;
    if (!solved) return;
    try {
      localStorage.setItem("ttt-asp-solved", JSON.stringify([...this.done.add(one.id)]));
    } catch {} // it is seen all the same
    this.list();
  },
};

// The tactics that a term names, those of named strategies too.
function tactics(role, tree) {
  const inside = tree.operator === "name" ? strategyText(role, tree.name) : null;
  if (inside) return tactics(role, listed(inside));
  return Number(tree.operator === "name") + tree.operands.reduce((sum, one) => sum + tactics(role, one), 0);
}
