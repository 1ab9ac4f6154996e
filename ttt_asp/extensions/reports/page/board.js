// A board: a button for each square, marks drawn alike everywhere, arrows to go about.

// As in books on chess: what looks like a mark of a player would be taken for one.
const SIGNS = { wins: "★", safe: "✓", risky: "?", loses: "??" };
const DRAWN = {
  x: "M8 8L22 22M22 8L8 22", X: "M8 8L22 22M22 8L8 22",
  o: "M15 7a8 8 0 1 0 .01 0", O: "M15 7a8 8 0 1 0 .01 0",
};

function mark(glyph, kind) {
  if (!(glyph in DRAWN)) return make("span", { className: `glyph ${kind}`, textContent: glyph });
  const space = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(space, "svg");
  picture.setAttribute("viewBox", "0 0 30 30");
  picture.setAttribute("class", `glyph ${kind}`);
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", DRAWN[glyph]);
  picture.append(path);
  return picture;
}

// Where a square stands: on a slanted board, of hexagons, each row lies half a square to the right
// of the one above it, and its sides are in the colors of the roles that `slanted` names.
function stand(square, [row, column], slanted) {
  square.style.gridRow = row;
  square.style.gridColumn = slanted ? `${2 * column + row - 2} / span 2` : column;
  if (!slanted) return;
  const outer = { top: row === 1, bottom: row === slanted.rows, left: column === 1, right: column === slanted.columns };
  for (const [side, lies] of Object.entries(outer)) {
    if (lies && side in slanted) square.style.setProperty(`--${side}`, `var(--${"xo"[slanted[side] % 2]})`);
  }
}

class Board {
  // `press` is called with the number of the square that is pressed; where marks fall, with that of
  // the square of its column that a mark falls to.
  constructor(place, { cells, slanted = null, falls = false, glyphs, press }) {
    Object.assign(this, { cells, slanted, falls, glyphs });
    const classes = slanted ? ["board", "slanted"] : ["board"];
    if (cells.length > 25) classes.push("many");
    this.place = make("div", { className: classes.join(" "), role: "group", "aria-label": "board" });
    place.append(this.place);
    this.squares = cells.map((cell, number) => {
      const square = button("", () => press(this.landing(number)), { className: "cell" });
      stand(square, cell, slanted);
      this.place.append(square);
      return square;
    });
    if (falls) this.number();
    this.place.addEventListener("keydown", (event) => this.key(event));
  }

  // The numbers of the columns, below them.
  number() {
    const bottom = Math.max(...this.cells.map(([row]) => row)) + 1;
    for (const column of new Set(this.cells.map(([, one]) => one))) {
      const below = make("span", { className: "foot", "aria-hidden": "true", textContent: column });
      Object.assign(below.style, { gridRow: bottom, gridColumn: column });
      this.place.append(below);
    }
  }

  // The square that is marked when one is pressed: of a column where marks fall the one that may be.
  landing(number) {
    if (!this.falls || this.moves.has(number)) return number;
    const column = this.cells[number][1];
    return [...this.moves.keys()].find((other) => this.cells[other]?.[1] === column) ?? number;
  }

  // Show glyphs, one a square. By number of square: `moves` what may be pressed, as `wins`, `safe`,
  // `risky`, `loses`, or nothing where that is not known; `last` the squares of the last move; `won`
  // those of completed lines; `threats` the role that would complete a line there; `folded`;
  // `pieces` those from where something can move, which may be pressed first.
  draw(shown, { moves, last, won, threats, folded, pieces = new Set() }) {
    this.moves = moves;
    this.squares.forEach((square, number) => {
      const glyph = shown[number];
      const owner = this.glyphs.indexOf(glyph);
      const kind = owner < 0 ? "" : `role${owner % 2}`;
      const judged = moves.get(number);
      const classes = ["cell"];
      if (judged !== undefined) classes.push(folded.has(number) ? "folded" : "may", ...(judged ? [judged] : []));
      if (last.has(number)) classes.push("last");
      if (won.has(number)) classes.push("won");
      square.className = classes.join(" ");
      const parts = glyph === "." ? [] : [mark(glyph, kind)];
      if (judged) parts.push(make("span", { className: "sign", textContent: SIGNS[judged] }));
      for (const role of threats.get(number) ?? []) {
        parts.push(make("span", { className: `threat role${role % 2}`, textContent: this.glyphs[role] }));
      }
      square.replaceChildren(...parts);
      square.dataset.mark = glyph === "." ? "" : glyph;
      const may = judged !== undefined && !folded.has(number);
      square.setAttribute("aria-disabled", String(!may && !pieces.has(number))); // not disabled: the keyboard has to get past it
      const [row, column] = this.cells[number];
      const said = [glyph === "." ? "free" : glyph];
      if (pieces.has(number)) said.push("a piece that can move");
      if (may) said.push(`a move${judged ? ` that ${MEANS[judged]}` : ""}`);
      for (const role of threats.get(number) ?? []) said.push(`${this.glyphs[role]} would complete a line`);
      square.setAttribute("aria-label", `row ${row}, column ${column}: ${said.join(", ")}`);
    });
  }

  // Mark what a line recommends.
  shade(numbers) {
    this.squares.forEach((square, number) => square.classList.toggle("shaded", numbers.has(number)));
  }

  key(event) {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const from = this.cells[this.squares.indexOf(document.activeElement)];
    if (!step || !from) return;
    event.preventDefault();
    for (let far = 1; far < 3; far += 1) { // over a gap between the layers of a cube
      const [row, column] = [from[0] + far * step[0], from[1] + far * step[1]];
      const found = this.cells.findIndex(([i, j]) => i === row && j === column);
      if (found >= 0) { this.squares[found].focus(); return; }
    }
  }
}

const MEANS = {
  wins: "wins whatever comes", safe: "gives nothing away", risky: "may give something away", loses: "gives something away",
};

// What the press of a square means: the `moves` to it, of the piece that was chosen or of any, or
// else the `piece` there, which is chosen. Of each move `aim` is the square that it is about, and
// `from` has those that it leaves.
function pressed(moves, square, piece) {
  const there = moves.filter(({ aim }) => aim === square);
  const own = there.filter(({ from }) => piece === null || from.includes(piece));
  if (there.length) return { moves: own.length ? own : there, piece: null };
  const held = square !== piece && moves.some(({ from }) => from.includes(square));
  return { moves: [], piece: held ? square : null };
}

// The moves of the piece that was chosen; all, if none was.
const ofPiece = (moves, piece) => moves.filter(({ from }) => piece === null || from.includes(piece));

// The squares from where something can move to another one.
const movable = (moves) => new Set(moves.flatMap(({ aim, from }) => from.filter((square) => square !== aim)));
