// Boards of the editor, and examples from them.

// A board of the editor: what the tactic recommends there to the role to move, or what it should,
// chosen by clicking.
class Table {
  constructor(position) {
    this.position = position;
    this.place = make("div", { className: "small" });
    this.said = [];
    this.told = "";
  }

  // `checked` is the text that was checked, with what it is about; none where it was not.
  async fill(checked) {
    if (checked === this.filled) return;
    this.filled = checked;
    const { open } = store.now;
    const { position } = this;
    const slot = `table-${this.position}`;
    try {
      this.facts ??= await api.about("position", { position }, slot);
      if (!this.facts) return;
      this.told = "…";
      this.show();
      if (!checked || !this.facts.mover) return;
      const draft = { name: open.name, text: open.text };
      const body = { position, role: this.facts.mover, terms: [open.name], draft };
      const answer = await api.about("advise", body, slot);
      if (!answer || checked !== this.filled) return; // it is about another text
      this.said = answer.said[0].actions;
      this.told = answer.said[0].errors.length ? "the file is wrong" : "";
      this.show();
    } catch (error) {
      this.place.replaceChildren(...error.errors.map(complaint));
    }
  }

  show() {
    const { facts } = this;
    const wanted = new Set(this.chosen ?? this.said);
    const cells = game.facts.cells;
    const grid = make("div", { className: boardClass("drawn"), role: "group", "aria-label": `the board ${this.position}` });
    cells.forEach((cell, number) => {
      const glyph = facts.cells[number];
      const move = facts.moves.find((one) => one.cell?.join() === cell.join());
      const on = Boolean(move) && wanted.has(move.action);
      const square = button("", () => this.toggle(number, move.action), {
        className: on ? "square on" : "square", disabled: !move, "aria-pressed": String(on),
        "aria-label": `row ${cell[0]}, column ${cell[1]}: ${glyph !== "." ? glyph : on ? "recommended" : "free"}`,
      });
      stand(square, cell, game.facts.slanted);
      const drawn = drawnMark(glyph);
      if (drawn) square.append(drawn);
      grid.append(square);
    });
    const many = wanted.size ? counted(wanted.size, "move") : "nothing";
    const words = this.chosen ? `${many}, as you chose` : this.told || many;
    const tools = make("div", { className: "tools" });
    if (facts.mover) tools.append(button("Add as example", () => this.example([...wanted]), { className: "plain" }));
    tools.append(button("×", () => this.leave(), { className: "icon", "aria-label": `take the board ${this.position} away` }));
    this.place.replaceChildren(grid, quiet(facts.mover ? `to ${facts.mover}: ${words}` : "over"), tools);
  }

  toggle(number, action) {
    this.chosen ??= new Set(this.said);
    if (!this.chosen.delete(action)) this.chosen.add(action);
    this.show();
    this.place.querySelectorAll(".square")[number].focus();
  }

  leave() {
    tactic.set({ positions: store.now.open.positions.filter((one) => one !== this.position) });
  }

  async example(actions) {
    const { name, text } = store.now.open;
    const body = { name, text, role: this.facts.mover, position: this.position, actions };
    const answer = await tactic.tried(api.about("tactic_example", body, "example"));
    if (!answer || store.now.open?.text !== text) return; // it is being written on
    this.chosen = null;
    tactic.set({ text: answer.text, unsaved: true });
  }
}
