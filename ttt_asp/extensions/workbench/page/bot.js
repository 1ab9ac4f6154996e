// A bot that is pasted: is it unbeatable? It runs where the page has Python itself, in a sandbox, and
// only at a click: a link shows its text.

const PASTE = `def get_move(board, mark):
    # board: 9 marks, "X", "O" or " ", row by row; answer with the number of a square, from 0
    for square in range(9):
        if board[square] == " ":
            return square
`;

const bot = {
  asked: "", // what the verdict shown is about

  build(place) {
    this.place = place;
    this.field = make("textarea", { className: "field code", id: "bot-text", rows: 8, spellcheck: false, placeholder: PASTE });
    this.role = make("select", { className: "field", "aria-label": "what the bot plays" });
    this.result = make("div", { className: "body", "aria-live": "polite" });
    place.append(
      make("div", { className: "heading" }, make("h2", { textContent: "Is my bot unbeatable?" }),
        button("×", () => this.toggle(false), { className: "icon", title: "close" })),
      make("label", { className: "label", for: "bot-text", textContent: "a function or a class of Python that chooses a move, as you have it" }),
      this.field, make("div", { className: "tools" }, make("span", { textContent: "It plays" }), this.role,
        button("Ask", () => this.ask(), { className: "primary" }), button("Stop", () => { api.drop("bot"); this.result.replaceChildren(quiet("stopped")); })),
      this.result);
    this.field.addEventListener("input", () => store.look({ bot: this.field.value }));
  },

  toggle(open = this.place.hidden) {
    store.look({ bot: open ? store.now.bot ?? "" : null });
    if (open) this.field.focus();
  },

  update() {
    const { bot: text } = store.now;
    this.place.hidden = text === null || text === undefined;
    if (this.field.value !== (text ?? "")) this.field.value = text ?? "";
    const { roles } = game.facts;
    if (same([...this.role.options].map(({ value }) => value), roles)) return;
    this.role.replaceChildren(...roles.map((role) => make("option", { value: role, textContent: role })));
    this.role.value = roles.at(-1);
  },

  // Whether it answers on the board: the one that was asked about, as it stands there.
  plays(role) {
    return this.asked && this.asked === JSON.stringify([store.now.bot, role]);
  },

  async ask() {
    const { bot: text } = store.now;
    const role = this.role.value;
    const clock = verdict.count(this.result, "asking it…");
    try {
      const roles = Object.fromEntries(game.facts.roles.map((one) => [one, "any"]));
      const found = await api.about("bot", { text, role, claim: `${role} never loses`, roles }, "bot");
      if (!found) return;
      this.asked = JSON.stringify([text, role]);
      this.show(found, game.facts.roles.find((one) => one !== role));
    } catch (error) {
      this.result.replaceChildren(...error.errors.flatMap((one) => pointed(text ?? "", one)));
    } finally {
      clearInterval(clock);
    }
  },

  show(found, other) {
    const word = { proved: "unbeatable", refuted: "it can be beaten" }[found.verdict] ?? found.verdict;
    this.result.replaceChildren(
      make("p", { className: `word ${found.verdict}`, textContent: `${OUTCOMES[found.verdict]} ${word}` }),
      make("p", { className: "sentence", textContent: found.sentence }),
      button("Play against it", () => { play.role = null; walk.go(game.facts.init); play.begin(other); walk.table.scrollIntoView({ block: "center" }); }),
      ...counterexample(found),
      ...(found.how ? [quiet("How it has its board, marks and numbers is guessed from its text. Where that is wrong, add these lines to it, put right:"),
        make("pre", { className: "pointed", textContent: `from ttt_asp.bots import adapt\n${found.how.slice(found.how.indexOf("move = "))}` })] : []));
  },
};
