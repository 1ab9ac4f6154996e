class Board {
  constructor(place, { press, name }) { this.place = make("div", { className: "board", role: "group", "aria-label": name }); place.append(this.place); this.press = press; this.key = ""; }
  show({ cells, marks, open }) {
    if (this.key !== JSON.stringify(cells)) {
      this.key = JSON.stringify(cells);
      this.squares = cells.map(([r, c], n) => { const b = button("", () => this.press(n), { className: "cell" }); b.style.gridRow = r; b.style.gridColumn = c; return b; });
      this.place.replaceChildren(...this.squares);
    }
    marks.forEach((m, n) => { const b = this.squares[n]; b.textContent = m === "." ? "" : m; b.className = `cell ${glyphKind(m)}`; });
  }
  shade(set) { this.squares?.forEach((b, n) => b.classList.toggle("may", set.has(n))); }
}
