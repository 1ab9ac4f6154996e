// The play that breaks a claim, board by board, with the blunder.

function counterexample(found) {
  const boards = found.strip ?? [];
  if (!boards.length) return [];
  const cells = game.facts.cells;
  const strip = make("ol", { className: cells.some(([, column]) => column > 4) ? "strip wide" : "strip", "aria-label": "the play shown" }, ...boards.map((board) =>
    make("li", { className: board.blunder ? "step blunder" : "step" },
      make("button", {
        type: "button", className: "look", onclick: () => walk.go(board.position),
        title: "show it on the board", "aria-label": `${board.title}: ${board.position}, show it on the board`,
      },
      make("span", { className: "title", textContent: `${board.title || "start"}${board.blunder ? " ??" : ""}` }),
      drawn(cells, board.cells, new Set(board.new ?? []))),
      make("span", { className: "by", textContent: board.decided ?? "" }))));
  const parts = [strip];
  if (found.result) parts.push(quiet(`${counted(found.play.length, "move")}: ${found.result}.`));
  if (found.blunder) parts.push(blunderWords(found, boards));
  return parts;
}

function blunderWords(found, boards) {
  const { role, move, keeping, missed } = found.blunder;
  const played = found.play[move - 1]?.action ?? "";
  const before = found.boards[move - 1];
  const better = keeping?.length ? `${keeping.length > 1 ? "These keep" : "This keeps"} the claim: ${keeping.join(", ")}.`
    : missed?.length ? `The strategy leaves out what keeps the claim: ${missed.join(", ")}.` : "";
  return make("div", { className: "about-blunder" },
    make("p", {}, make("b", { textContent: `Move ${move} is the blunder: ` }), `${role} plays ${played}. ${better}`),
    before ? button("Show the choice", () => walk.go(before), { title: "the position before the blunder" }) : null);
}

// A board that is only looked at; squares in `fresh` are marked as new.
function drawn(cells, marks, fresh = new Set(), shaded = new Set()) {
  const grid = make("span", { className: "drawn", "aria-hidden": "true" });
  cells.forEach(([row, column], number) => {
    const mark = marks[number] === "." ? "" : marks[number];
    const kind = glyphKind(mark);
    const classes = ["square", kind, fresh.has(number) ? "fresh" : "", shaded.has(number) ? "on" : ""];
    const square = make("span", { className: classes.filter(Boolean).join(" "), textContent: mark });
    Object.assign(square.style, { gridRow: row, gridColumn: column });
    grid.append(square);
  });
  return grid;
}

// x and o are drawn alike everywhere: the first role's marks, and the second's.
function glyphKind(mark) {
  const at = Object.values(game.facts?.glyphs ?? {}).indexOf(mark);
  return at === 0 ? "first" : at === 1 ? "second" : "";
}
