// The play that breaks a claim, board by board, with the blunder.

function counterexample(found) {
  const boards = found.strip ?? [];
  if (!boards.length) return [];
  const cells = game.facts.cells;
  const strip = make("ol", { className: "strip", "aria-label": "the play shown" }, ...boards.map((board) =>
    make("li", { className: board.blunder ? "step blunder" : "step" },
      make("button", {
        type: "button", className: "look", onclick: () => walk.go(board.position),
        title: "show it on the board", "aria-label": `${board.title}: ${board.position}, show it on the board`,
      },
      make("span", { className: "title", textContent: `${board.title || "start"}${board.blunder ? " ??" : ""}` }),
      drawn(cells, board)),
      make("span", { className: "by" }, ...breakable(board.decided ?? "")))));
  strip.style.setProperty("--columns", across());
  const parts = [strip];
  if (found.result) parts.push(quiet(`${counted(found.play.length, "move")}: ${found.result}.`));
  if (found.blunder) parts.push(blunderWords(found));
  return parts;
}

// Where it was lost, and what should have been played.
function blunderWords(found) {
  const before = found.boards[found.blunder.move - 1];
  return make("div", { className: "about-blunder" },
    ...(found.lost ?? []).map((sentence) => make("p", { textContent: sentence })),
    button("Show the choice", () => walk.go(before), { title: "the position before the blunder" }));
}

// The width of a board, in squares.
const across = () => Math.max(1, ...game.facts.cells.map(([row, column]) =>
  column + (game.facts.slanted ? (row - 1) / 2 : 0)));

const boardClass = (name) => game.facts.slanted ? `${name} slanted` : name;

// A board that is only looked at, with new squares marked as such.
function drawn(cells, board) {
  const grid = make("span", { className: boardClass("drawn"), "aria-hidden": "true" });
  const squares = cells.map((cell, number) => {
    const square = make("span", { className: board.new.includes(number) ? "square fresh" : "square" }, drawnMark(board.cells[number]));
    stand(square, cell, game.facts.slanted);
    return square;
  });
  grid.append(...squares);
  strike(grid, squares, board.lines);
  return grid;
}

// Completed lines are drawn through; the squares of those that are none on the board are ringed.
function strike(grid, squares, lines) {
  for (const old of grid.querySelectorAll(".strike")) old.remove();
  for (const { role, straight, cells } of lines) {
    for (const number of straight ? [] : cells) squares[number].classList.add("won", `role${role}`);
    if (!straight) continue;
    const [[top, left], [bottom, right]] = [cells[0], cells.at(-1)].map((number) => game.facts.cells[number]);
    const way = top === bottom ? "across" : left === right ? "down" : left < right ? "falling" : "rising";
    const line = grid.appendChild(make("i", { className: `strike ${way} role${role}` }));
    line.style.gridArea = `${top} / ${Math.min(left, right)} / ${bottom + 1} / ${Math.max(left, right) + 1}`;
  }
}

// x and o are drawn alike everywhere: the first role's marks, and the second's.
function drawnMark(glyph) {
  if (glyph === ".") return null;
  const owner = Object.values(game.facts.glyphs).indexOf(glyph);
  return mark(glyph, owner < 0 ? "" : `role${owner % 2}`);
}
