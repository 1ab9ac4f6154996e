"use strict";
// A walk through all plays of a match-up: columns of positions, unpacked when they are asked for.

const NONE = -1;

function element(parent, name, options = {}) {
  const made = document.createElement(name);
  Object.assign(made, options);
  parent.append(made);
  return made;
}

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

const grouped = (number) => BigInt(number).toLocaleString("en");

class Walk {
  constructor(place, data) {
    this.data = data;
    this.trail = []; // pairs: the position before, and the move's number among its moves
    this.at = 0;
    this.fold = false;
    this.play = null; // how many moves of the verdict's play were followed
    const pane = element(place, "div", { className: "pane" });
    this.board = element(pane, "div", { className: "board" });
    this.told = element(pane, "div", { className: "told" });
    this.build();
    this.render();
    pane.addEventListener("keydown", (event) => this.key(event));
  }

  build() {
    const { cells } = this.data;
    if (cells.length > 25) this.board.classList.add("many");
    this.cells = cells.map(([row, column], number) => {
      const cell = element(this.board, "button", { type: "button", className: "cell" });
      cell.style.gridRow = row;
      cell.style.gridColumn = column;
      cell.addEventListener("click", () => this.press(number));
      return cell;
    });
    this.lines = element(this.told, "div");
    this.lines.setAttribute("aria-live", "polite");
    const tools = element(this.told, "div", { className: "tools" });
    const tool = (text, act) => {
      const button = element(tools, "button", { type: "button", className: "tool", textContent: text });
      button.addEventListener("click", act);
      return button;
    };
    this.first = tool("Start", () => this.go(0, []));
    this.back = tool("Back", () => this.step());
    if (this.data.play.length) {
      this.follow = tool("Follow the play", () => this.next());
    }
    if (this.data.symmetries.length > 1) {
      const label = element(tools, "label");
      const box = element(label, "input", { type: "checkbox" });
      label.append(" fold symmetric moves");
      box.addEventListener("change", () => { this.fold = box.checked; this.render(); });
    }
    this.moves = element(this.told, "div", { className: "moves" });
  }

  // The moves here: the action, the position after it, and whether it is folded into another.
  here() {
    const flat = this.data.moves[this.at];
    const found = [];
    const seen = new Set();
    for (let number = 0; number < flat.length; number += 2) {
      const [action, after] = [flat[number], flat[number + 1]];
      const aim = this.data.actions[action][1];
      let folded = false;
      if (this.fold && aim !== null) {
        const shown = this.data.shown[this.at];
        const same = this.data.symmetries.filter((some) => this.moved(shown, some) === shown);
        folded = same.some((some) => seen.has(some[aim]));
        seen.add(aim);
      }
      found.push({ action, after, aim, folded });
    }
    return found;
  }

  moved(shown, some) {
    const glyphs = new Array(some.length);
    some.forEach((target, source) => { glyphs[target] = shown[source]; });
    return glyphs.join("");
  }

  go(at, trail) {
    this.at = at;
    this.trail = trail;
    this.play = null;
    this.render();
  }

  make(move) {
    const followed = this.play;
    this.go(move.after, [...this.trail, { at: this.at, action: move.action }]);
    return followed;
  }

  step() {
    if (this.trail.length) this.go(this.trail.at(-1).at, this.trail.slice(0, -1));
  }

  press(cell) {
    const move = this.here().find(({ aim, folded }) => aim === cell && !folded);
    if (move) this.make(move);
  }

  next() {
    const { play, actions } = this.data;
    if (this.play === null || this.play >= play.length) this.go(0, []);
    const followed = this.play ?? 0;
    const move = this.here().find(({ action }) => actions[action][0] === play[followed]);
    if (!move) return;
    this.make(move);
    this.play = followed + 1;
    this.render();
  }

  key(event) {
    const number = this.cells.indexOf(document.activeElement);
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    if (event.key in steps && number >= 0) {
      let [row, column] = this.data.cells[number];
      for (let far = 1; far < 3; far += 1) { // over a gap between the layers of a cube
        row += steps[event.key][0];
        column += steps[event.key][1];
        const found = this.data.cells.findIndex(([i, j]) => i === row && j === column);
        if (found >= 0) { this.cells[found].focus(); break; }
      }
      event.preventDefault();
    } else if (event.key === "Backspace") {
      this.step();
      event.preventDefault();
    } else if (event.key === "Home") {
      this.go(0, []);
      event.preventDefault();
    }
  }

  render() {
    const { data, at } = this;
    const moves = this.here();
    const shown = data.shown[at];
    const before = this.trail.length ? data.shown[this.trail.at(-1).at] : shown;
    const glyphs = data.glyphs;
    this.cells.forEach((cell, number) => {
      const glyph = shown[number];
      const move = moves.find(({ aim }) => aim === number);
      cell.textContent = glyph === "." ? "" : glyph;
      cell.className = "cell";
      if (glyph === glyphs[0]) cell.classList.add("first");
      if (glyph === glyphs[1]) cell.classList.add("second");
      if (glyph !== before[number]) cell.classList.add("last");
      if (move) cell.classList.add(move.folded ? "folded" : "may");
      // not disabled: the keyboard has to get past it
      cell.setAttribute("aria-disabled", String(!move || move.folded));
      const [row, column] = data.cells[number];
      const what = glyph === "." ? "free" : glyph;
      cell.setAttribute("aria-label", `row ${row}, column ${column}: ${what}${move ? ", a move" : ""}`);
    });
    this.moves.replaceChildren();
    for (const move of moves.filter(({ aim }) => aim === null)) {
      const button = element(this.moves, "button", { type: "button", textContent: data.actions[move.action][0] });
      button.addEventListener("click", () => this.make(move));
    }
    this.first.disabled = this.back.disabled = !this.trail.length;
    this.tell(moves);
  }

  tell(moves) {
    const { data, at } = this;
    this.lines.replaceChildren();
    const say = (text, className = "") => element(this.lines, "p", { textContent: text, className });
    if (!data.cells.length) say(data.shown[at]);
    say(`After ${this.trail.length} move${this.trail.length === 1 ? "" : "s"}`, "quiet");
    const ending = data.ending[at];
    if (ending !== NONE) {
      say(`The play ends here: ${data.outcomes[ending]}.`, "decided");
    } else {
      const role = data.mover[at];
      const parts = data.parts[role];
      const decided = data.decided[at];
      const count = moves.length === 1 ? "one move" : `${moves.length} moves`;
      const whose = `${data.roles[role]} to move: ${count}`;
      if (decided === NONE) say(`${whose}; no strategy is asked.`);
      else {
        say(`${whose}, by`);
        say(parts[decided], "decided");
        if (decided > 0) say(`Nothing from: ${parts.slice(0, decided).join(", ")}`, "quiet");
      }
    }
    const plays = data.plays[at];
    if (plays === null) say("From here plays may go on for ever.");
    else {
      const each = data.outcomes.map((name, number) => `${name} ${grouped(plays[number])}`);
      say(`Plays from here on: ${each.join(", ")}`);
    }
    if (this.trail.length) {
      const names = this.trail.map(({ action }, number) => `${number + 1}. ${data.actions[action][0]}`);
      say(names.join("  "), "quiet");
    }
  }
}

for (const place of document.querySelectorAll(".walk")) {
  place.querySelector(".open").addEventListener("click", async (event) => {
    event.target.disabled = true;
    const data = await unpack(place.dataset.walk);
    event.target.remove();
    place.walk = new Walk(place, data);
    (place.walk.cells[0] ?? place.querySelector("button")).focus();
  });
}
