// A board to act on: a button for each square, arrows to go from one to the next, squares shaded.

class Board {
  // `press(number)` is called with the number of the square that is pressed.
  constructor(place, { name, press }) {
    this.place = make("div", { className: "board", role: "group", "aria-label": name });
    this.press = press;
    place.append(this.place);
    this.place.addEventListener("keydown", (event) => this.key(event));
  }

  // `open`: the numbers of the squares that something can be done at.
  show({ cells, marks, open }) {
    if (!same(cells, this.cells)) this.lay(cells);
    this.marks = marks;
    marks.forEach((mark, number) => {
      const square = this.squares[number];
      square.textContent = mark === "." ? "" : mark;
      square.className = `cell ${glyphKind(mark)}${open.has(number) ? " open" : ""}`;
    });
  }

  lay(cells) {
    this.cells = cells;
    this.squares = cells.map(([row, column], number) => {
      const square = button("", () => this.press(number), { className: "cell", tabIndex: number ? -1 : 0 });
      Object.assign(square.style, { gridRow: row, gridColumn: column });
      square.addEventListener("focus", () => {
        for (const one of this.squares) one.tabIndex = one === square ? 0 : -1;
      });
      return square;
    });
    this.place.style.setProperty("--columns", Math.max(1, ...cells.map(([, column]) => column)));
    this.place.replaceChildren(...this.squares);
  }

  // Shaded squares are those that are recommended.
  shade(numbers) {
    this.squares?.forEach((square, number) => {
      const [row, column] = this.cells[number];
      const mark = this.marks[number];
      const on = numbers.has(number);
      square.classList.toggle("may", on);
      square.setAttribute("aria-label",
        `row ${row}, column ${column}: ${mark === "." ? "free" : mark}${on ? ", recommended" : ""}`);
    });
  }

  // To the nearest square in the arrow's direction, in the same row or column if there is one.
  key(event) {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    const from = this.cells?.[this.squares.indexOf(event.target)];
    if (!step || !from || event.altKey) return;
    event.preventDefault();
    const distances = this.cells.map(([row, column]) => {
      const [down, right] = [row - from[0], column - from[1]];
      const ahead = down * step[0] + right * step[1];
      const aside = Math.abs(down * step[1]) + Math.abs(right * step[0]);
      return ahead > 0 ? ahead + 100 * aside : Infinity;
    });
    const nearest = Math.min(...distances);
    if (nearest < Infinity) this.squares[distances.indexOf(nearest)].focus();
  }
}
