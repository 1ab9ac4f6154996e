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
      drawn(cells, board.cells, new Set(board.new ?? []))),
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

// A board that is only looked at; squares in `fresh` are marked as new.
function drawn(cells, marks, fresh) {
  const grid = make("span", { className: boardClass("drawn"), "aria-hidden": "true" });
  cells.forEach((cell, number) => {
    const square = make("span", { className: fresh.has(number) ? "square fresh" : "square" }, drawnMark(marks[number]));
    stand(square, cell, game.facts.slanted);
    grid.append(square);
  });
  return grid;
}

// x and o are drawn alike everywhere: the first role's marks, and the second's.
function drawnMark(glyph) {
  if (glyph === ".") return null;
  const owner = Object.values(game.facts.glyphs).indexOf(glyph);
  return mark(glyph, owner < 0 ? "" : `role${owner % 2}`);
}
