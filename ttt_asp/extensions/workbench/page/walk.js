// The board at any position: to walk and to play on, to set up, to jump to; what a card recommends
// there is shaded.

// What is known of the position shown.
const here = { position: "", cells: [], marks: [], glyphs: {}, mover: null, over: false, signs: [], moves: [], byAction: new Map() };

const walk = {
  trail: [],
  piece: null, // the square of the piece that was chosen

  build(place) {
    this.table = place.appendChild(make("div", { className: "table" }));
    this.told = make("p", { className: "told", "aria-live": "polite" });
    this.advice = quiet("");
    this.moves = make("div", { className: "moves" });
    this.back = button("Back", () => this.goBack());
    this.first = button("Start", () => this.go(game.facts.init));
    this.setting = button("Set up", () => this.toggle(), { "aria-pressed": "false" });
    this.jump = make("input", { type: "text", className: "field code", id: "position", spellcheck: false });
    this.wrong = make("div", { className: "wrong", "aria-live": "polite" });
    // what is being typed stays, though an answer about another position comes meanwhile
    this.jump.addEventListener("input", () => { this.typing = true; });
    this.jump.addEventListener("blur", () => { this.typing = false; });
    this.jump.addEventListener("change", () => { this.typing = false; this.attempt(this.jump.value.trim()); });
    place.append(this.told, this.advice);
    play.build(place);
    place.append(make("div", { className: "tools" }, this.back, this.first, this.setting),
      this.moves, make("label", { className: "label", for: "position", textContent: "position" }), this.jump, this.wrong);
  },

  go(position, draft = null) {
    this.draft = draft;
    this.wrong.replaceChildren(); // it was about another one
    if (position === store.now.position) return;
    this.trail.push(store.now.position);
    store.look({ position });
  },

  // A position that may be none: shown once the server has read it.
  async attempt(text, draft = null) {
    try {
      const answer = await api.about("position", { position: text }, "attempt");
      if (!answer) return;
      this.go(answer.position, draft && this.draft);
    } catch (error) {
      this.wrong.replaceChildren(...error.errors.flatMap((one) => pointed(text, one)));
    }
  },

  // In a game to where the user had a choice.
  goBack() {
    this.draft = null;
    this.wrong.replaceChildren();
    if (play.role && this.trail.length > 1 && here.mover === play.role) this.trail.pop();
    if (this.trail.length) store.look({ position: this.trail.pop() });
  },

  async update() {
    const { position } = store.now;
    let answer;
    try {
      answer = await api.about("position", { position }, "position");
    } catch (error) {
      this.wrong.replaceChildren(...error.errors.flatMap((one) => pointed(position, one)));
      if (game.facts && position !== game.facts.init) store.look({ position: game.facts.init });
      return;
    }
    if (!answer) return;
    Object.assign(here, {
      position: answer.position, marks: answer.cells, lines: answer.lines, mover: answer.over ? null : answer.mover,
      over: answer.over, result: answer.result, moves: answer.moves,
      cells: game.facts.cells, glyphs: game.facts.glyphs,
      signs: game.facts.signs,
      byAction: new Map(answer.moves.filter((move) => move.cell).map((move) => [move.action, move.cell.join()])),
    });
    if (!this.typing) this.jump.value = answer.position;
    this.usual = null;
    this.piece = null;
    this.advice.textContent = "";
    this.draw();
    for (const arrived of this.watchers) arrived();
  },
  watchers: [],

  draw() {
    const numbers = new Map(here.cells.map((cell, number) => [cell.join(), number]));
    const at = (cell) => (cell ? numbers.get(cell.join()) : null);
    this.legal = here.moves.map((move) => ({ ...move, aim: at(move.cell), from: move.from.map(at) }));
    this.atCell = new Map();
    for (const move of ofPiece(this.legal, this.piece)) {
      this.atCell.set(move.aim, [...(this.atCell.get(move.aim) ?? []), move]);
    }
    if (!same([this.board?.cells, this.board?.slanted, this.board?.falls], [here.cells, game.facts.slanted, game.facts.falls])) this.lay();
    const none = new Set();
    this.board.draw(this.setup ? this.draft ??= [...here.marks] : here.marks, {
      moves: new Map(here.cells.flatMap((_, number) => this.setup ? [[number, ""]]
        : this.atCell.has(number) ? [[number, play.sign(this.atCell.get(number))]] : [])),
      last: new Set(this.piece === null ? [] : [this.piece]), won: none, threats: new Map(), folded: none,
      pieces: this.setup ? none : movable(this.legal),
    });
    strike(this.board.place, this.board.squares, here.lines);
    this.told.textContent = this.setup ? "Click squares to set up a position."
      : here.over ? `Over: ${here.result || "nobody wins"}.` : here.mover ? `${here.mover} to move` : "";
    this.back.disabled = !this.trail.length;
    this.first.disabled = here.position === game.facts.init;
    this.setting.hidden = !/^[^{]/.test(here.position);
    this.choose(this.legal.filter(({ aim }) => aim === null));
    this.shade(null);
  },

  lay() {
    const { cells, glyphs } = here;
    this.table.replaceChildren();
    this.table.style.setProperty("--columns", across());
    this.board = new Board(this.table, {
      cells, slanted: game.facts.slanted, falls: game.facts.falls, glyphs: Object.values(glyphs), press: (number) => this.press(number),
    });
  },

  // Moves that are chosen by name: those at no square, or several at one.
  choose(moves) {
    this.moves.replaceChildren(...moves.map((move) => button(
      [move.action, SIGNS[play.sign([move])]].filter(Boolean).join(" "), () => this.go(move.after))));
  },

  press(number) {
    if (this.setup) return this.put(number);
    const { moves, piece } = pressed(this.legal, number, this.piece);
    if (moves.length === 1) { this.go(moves[0].after); return; }
    this.piece = piece;
    this.draw();
    if (moves.length) this.choose(moves);
  },

  // Set up: a square goes from free to each of the signs that may stand there, to free again.
  toggle() {
    this.setup = !this.setup;
    this.draft = null;
    this.wrong.replaceChildren();
    this.setting.setAttribute("aria-pressed", String(this.setup));
    this.draw();
  },

  put(number) {
    const glyphs = [".", ...here.signs];
    this.draft[number] = glyphs[(glyphs.indexOf(this.draft[number]) + 1) % glyphs.length];
    this.draw();
    this.attempt(rows(this.draft) + (/ .*/.exec(here.position)?.[0] ?? ""), this.draft);
  },

  // What the strategy of the role to move recommends here: shaded unless a card is looked at.
  advised(line, said, silent) {
    this.usual = said;
    this.shade(null);
    const { length } = here.moves;
    const which = said?.actions.length === length ? "every legal move" : said?.actions.join(", ");
    this.advice.textContent = length === 1 ? `${here.moves[0].action} is the only legal move.`
      : line ? `${printed(line)} recommends ${which}.` : silent;
  },

  // The squares of what a card recommends; null for those of the whole strategy.
  shade(said) {
    const wanted = new Set(((said ?? this.usual)?.cells ?? []).filter(Boolean).map((cell) => cell.join()));
    const shaded = new Set(here.cells.flatMap((cell, number) => wanted.has(cell.join())
      && (this.piece === null || this.atCell.has(number)) ? [number] : []));
    this.board?.shade(shaded);
    this.board?.squares.forEach((square, number) =>
      square.setAttribute("aria-description", shaded.has(number) ? "recommended" : ""));
  },
};

// A position as rows from the top, of several layers those of the first, then of the next.
function rows(marks) {
  const columns = [...new Set(here.cells.map(([, column]) => column))].sort((one, other) => one - other);
  let layer = 0;
  const layers = new Map(columns.map((column, i) => [column, (layer += i && column > columns[i - 1] + 1 ? 1 : 0)]));
  const lines = Array.from({ length: layer + 1 }, () => new Map());
  here.cells.forEach(([row, column], number) => {
    const found = lines[layers.get(column)];
    found.set(row, (found.get(row) ?? "") + marks[number]);
  });
  return lines.map((found) => [...found.values()].join("/")).join("|");
}
