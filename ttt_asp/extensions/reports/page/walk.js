// A walk through all plays of a match-up: the board, what every line says here, and the way here.

class Walk {
  // `lists`: the elements of each role's lines. `moved` is called with the position shown.
  constructor(place, plays, lists, moved) {
    Object.assign(this, { plays, lists, moved, data: plays.data, fold: false });
    this.pane = place.appendChild(make("div", { className: "pane" }));
    this.build();
    const start = plays.match.start ?? 0;
    this.go(start, false, this.played(start) ?? plays.trail(start));
  }

  // The moves of the verdict's own play up to a position; nothing if it does not come there.
  played(to) {
    const trail = [];
    let at = 0;
    for (const name of this.plays.match.play ?? []) {
      if (at === to) break;
      const move = this.plays.next[at].find(({ action }) => this.data.actions[action][0] === name);
      if (!move) break;
      trail.push({ at, action: move.action });
      at = move.after;
    }
    return at === to ? trail : null;
  }

  build() {
    const { data, plays } = this;
    const left = this.pane.appendChild(make("div", { className: "table" }));
    this.title = left.appendChild(make("p", { className: "turn" }));
    this.board = new Board(left, { cells: data.cells, glyphs: data.glyphs, slanted: data.slanted, falls: data.falls, press: (cell) => this.press(cell) });
    this.legend = left.appendChild(make("ul", { className: "legend", "aria-label": "signs" }));
    const told = this.pane.appendChild(make("div", { className: "told" }));
    this.lines = told.appendChild(make("div", { "aria-live": "polite" }));
    this.moves = told.appendChild(make("div", { className: "moves" }));
    const tools = told.appendChild(make("div", { className: "tools" }));
    const tool = (text, act) => tools.appendChild(button(text, act, { className: "tool" }));
    this.first = tool("Start", () => this.go(0));
    this.back = tool("Back", () => this.step());
    if (plays.match.play?.length) this.follow = tool("Follow the play", () => this.next());
    if (plays.match.rounds) {
      const choice = make("select", {}, ...plays.match.rounds.map((at, number) =>
        make("option", { value: at, textContent: `round ${number + 1}` })));
      choice.addEventListener("change", () => this.go(Number(choice.value)));
      tools.append(make("label", {}, "Begin with ", choice));
    }
    if (Object.keys(data.alike).length) {
      const box = make("input", { type: "checkbox" });
      tools.append(make("label", {}, box, " fold symmetric moves"));
      box.addEventListener("change", () => { this.fold = box.checked; this.render(); });
    }
    this.crumbs = told.appendChild(make("ol", { className: "crumbs", "aria-label": "the way here" }));
    this.jump = make("input", { type: "text", spellcheck: false, autocomplete: "off", placeholder: plays.written(0) });
    this.unknown = make("span", { className: "unknown", role: "status" });
    const form = make("form", { className: "jump" },
      make("label", {}, "Position ", this.jump), make("button", { type: "submit", textContent: "Go" }), this.unknown);
    form.addEventListener("submit", (event) => { event.preventDefault(); this.seek(this.jump.value); });
    told.append(form);
    this.lists.forEach((list, role) => list?.querySelectorAll("[data-line]").forEach((line) => {
      const shade = () => this.shade(role, Number(line.dataset.line));
      line.addEventListener("mouseenter", shade);
      line.addEventListener("focus", shade);
      for (const gone of ["mouseleave", "blur"]) line.addEventListener(gone, () => this.board.shade(new Set()));
    }));
    this.pane.addEventListener("keydown", (event) => this.key(event));
  }

  // The moves here, and which of them a symmetry of the position takes to one before them.
  here() {
    const orbits = this.data.alike[this.at] ?? [];
    const seen = new Set();
    return this.plays.next[this.at].map((move) => {
      const orbit = orbits.find((some) => some.includes(move.action));
      const folded = this.fold && orbit !== undefined && seen.has(orbit);
      seen.add(orbit);
      return { ...move, folded, from: this.left(move) };
    });
  }

  // The squares that a move leaves.
  left({ after }) {
    const { shown, cells } = this.data;
    return cells.flatMap((_, number) => (shown[this.at][number] !== "." && shown[after][number] === "." ? [number] : []));
  }

  go(at, told = true, trail = this.plays.trail(at)) {
    Object.assign(this, { at, trail, chosen: null, piece: null });
    this.render();
    if (told) this.moved(this.plays.written(at));
  }

  make(move) { this.go(move.after, true, [...this.trail, { at: this.at, action: move.action }]); }

  step() {
    if (this.trail.length) this.go(this.trail.at(-1).at, true, this.trail.slice(0, -1));
  }

  press(cell) {
    const { moves, piece } = pressed(this.here().filter(({ folded }) => !folded), cell, this.piece);
    if (moves.length === 1) { this.make(moves[0]); return; }
    this.piece = piece;
    this.chosen = moves.length ? cell : null; // which of the moves there is for a button to say
    this.render();
    if (moves.length) this.moves.querySelector("button").focus();
  }

  next() {
    const { play } = this.plays.match;
    const made = this.trail.map(({ action }) => this.data.actions[action][0]);
    if (made.length >= play.length || made.some((action, number) => action !== play[number])) this.go(0);
    const move = this.here().find(({ action }) => this.data.actions[action][0] === play[this.trail.length]);
    if (move) this.make(move);
  }

  seek(text) {
    const at = this.plays.find(text);
    this.unknown.textContent = at >= 0 ? ""
      : this.plays.reads(text) ? "No play of these comes to that position."
      : `This is no position, as ${this.plays.written(0)} is.`;
    if (at >= 0) this.go(at);
    return at >= 0;
  }

  key(event) {
    if (event.target.tagName === "INPUT") return;
    if (event.key === "Backspace") this.step();
    else if (event.key === "Home") this.go(0);
    else return;
    event.preventDefault();
  }

  render() {
    const { data, at, plays } = this;
    const shown = data.shown[at];
    const before = this.trail.length ? data.shown[this.trail.at(-1).at] : shown;
    const moves = this.here();
    const judged = new Map();
    for (const { aim, after } of ofPiece(moves, this.piece).filter(({ aim }) => aim !== null)) {
      const kind = plays.judged(after);
      judged.set(aim, (judged.get(aim) ?? kind) === kind ? kind : "");
    }
    const last = new Set(data.cells.length ? shown.flatMap((glyph, number) => (glyph === before[number] ? [] : [number])) : []);
    if (this.piece !== null) last.add(this.piece);
    const { won, threats } = this.lined(shown);
    const open = new Set(moves.filter((move) => !move.folded).map(({ aim }) => aim));
    const folded = new Set(moves.map(({ aim }) => aim).filter((aim) => !open.has(aim)));
    this.board.draw(shown, { moves: judged, last, won: plays.ending(at) === NONE ? new Set() : won, threats, folded, pieces: movable(moves) });
    this.moves.replaceChildren(...moves.filter(({ aim, folded: like }) => (aim ?? this.chosen) === this.chosen && !like).map((move) => {
      const means = plays.judged(move.after);
      const name = `${SIGNS[means] ?? ""} ${data.actions[move.action][0]}`.trim();
      return button(name, () => this.make(move), { className: means });
    }));
    this.first.disabled = this.back.disabled = !this.trail.length;
    this.jump.value = "";
    this.jump.placeholder = plays.written(at);
    this.tell(moves, judged);
    this.light();
    this.crumb();
  }

  // The squares of completed lines; those that would complete one, by the roles that would.
  lined(shown) {
    const won = new Set();
    const threats = new Map();
    for (const [, role, cells] of this.data.lines) {
      const glyph = this.data.glyphs[role];
      const left = cells.filter((cell) => shown[cell] !== glyph);
      if (!left.length) cells.forEach((cell) => won.add(cell));
      else if (left.length === 1 && shown[left[0]] === "." && cells.length > 1) {
        threats.set(left[0], new Set([...(threats.get(left[0]) ?? []), role]));
      }
    }
    return { won, threats: this.plays.ending(this.at) === NONE ? threats : new Map() };
  }

  tell(moves) {
    const { data, at, plays } = this;
    const ending = plays.ending(at);
    const role = data.mover[at];
    const said = [];
    const say = (text, className = "") => said.push(make("p", { textContent: text, className }));
    if (!data.cells.length) say(shownAs(data.shown[at]));
    if (ending !== NONE) {
      this.title.textContent = `After ${counted(this.trail.length, "move")}: ${resultOf(data, at, ending)}`;
    } else {
      const number = counted(moves.length, "move");
      this.title.textContent = `${data.roles[role]} to move`;
      const line = plays.decider(at);
      const list = this.lists[role];
      if (line === NONE) say(list ? `${number}, and nothing to decide.` : `${number}: ${data.roles[role]} may do anything.`);
      else if (list?.querySelectorAll("[data-line]").length > 1) {
        say(`${number} recommended, by line ${line + 1}: ${data.terms[role][plays.lists[role][line]]}`);
      } else say(`${number}.`);
    }
    const sums = plays.plays.get(at);
    if (plays.match.rounds) {
      if (ending === NONE) say(this.trail.length ? "What may be answered:" : "A round begins: choose a move, and see what is answered.", "quiet");
    } else if (!sums) say("From here plays may go on for ever.", "quiet");
    else if (ending === NONE) {
      const ends = data.outcomes.map((name, number) => [name, sums[number]]).filter(([, some]) => some);
      const [won, others] = [true, false].map((wins) => ends.filter(([name]) => data.roles.includes(name) === wins));
      const each = [...won, ...others].map(([name, some]) => `${namedOutcome(data, name)} ${grouped(some)}`);
      const total = sums.reduce((sum, some) => sum + some, 0n);
      say(`${counted(total, "play")} from here on: ${each.join(", ")}.`, "quiet");
    }
    const far = plays.match.rounds || ending !== NONE ? null : plays.distance(at);
    if (far) say(`With best play among these, ${wonIn(data, far)}.`, "quiet");
    this.lines.replaceChildren(...said);
    const kinds = [...new Set(moves.map(({ after }) => plays.judged(after)))].filter(Boolean);
    const order = ["wins", "safe", "risky", "loses"].filter((kind) => kinds.includes(kind));
    this.legend.replaceChildren(...order.map((kind) => make("li", {},
      make("span", { className: `key ${kind}`, textContent: SIGNS[kind] }), ` ${meaningOf(plays, kind)}`)));
  }

  // The line that decides lights up; those before it recommend nothing.
  light() {
    const { data, at, plays } = this;
    const decided = plays.ending(at) === NONE ? plays.decider(at) : NONE;
    this.lists.forEach((list, role) => list?.querySelectorAll("[data-line]").forEach((element) => {
      const line = Number(element.dataset.line);
      const mine = role === data.mover[at] && decided !== NONE;
      element.classList.toggle("lit", mine && line === decided);
      element.classList.toggle("silent", mine && line < decided);
      if (mine && line === decided) element.setAttribute("aria-current", "true");
      else element.removeAttribute("aria-current");
    }));
  }

  shade(role, line) {
    const { data, at, plays } = this;
    if (role !== data.mover[at]) return;
    const actions = plays.said(at)[line] ?? [];
    this.board.shade(new Set(actions.map((action) => data.actions[action][1]).filter((cell) => cell !== null)));
  }

  crumb() {
    const { data } = this;
    const crumbs = this.trail.map(({ at, action }, number) => {
      const [name, cell] = data.actions[action];
      const mover = data.roles[data.mover[at]];
      const short = cell === null ? name : `${mover} ${data.cells[cell].join(",")}`;
      const after = this.trail[number + 1]?.at ?? this.at;
      return make("li", {}, button(`${number + 1}. ${short}`, () => this.go(after, true, this.trail.slice(0, number + 1)), {
        className: "crumb", title: `${mover}: ${name}`, disabled: number === this.trail.length - 1,
      }));
    });
    const start = button("start", () => this.go(0), { className: "crumb", disabled: !this.trail.length });
    this.crumbs.replaceChildren(make("li", {}, start), ...crumbs);
  }
}

const shownAs = (fluents) => fluents.join(", ") || "no fluent holds";
