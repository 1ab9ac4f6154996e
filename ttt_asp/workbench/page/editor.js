// A text of rules with line numbers, and what is wrong with it at its lines. Tab leaves the field,
// as everywhere on the page.

class Editor {
  constructor(place, changed) {
    this.field = make("textarea", { className: "code", wrap: "off", spellcheck: false, rows: 10,
      id: "rules", "aria-label": "the tactic's file" });
    this.gutter = make("div", { className: "gutter", "aria-hidden": "true" });
    this.notes = make("div", { className: "notes", "aria-hidden": "true" });
    this.list = make("ul", { className: "messages", "aria-live": "polite" });
    this.messages = [];
    place.append(
      make("div", { className: "editor" }, this.gutter, make("div", { className: "page" }, this.field, this.notes)),
      this.list);
    this.field.addEventListener("input", () => { this.number(); changed(this.field.value); });
    this.field.addEventListener("scroll", () => this.scroll());
  }

  get text() {
    return this.field.value;
  }

  set text(text) {
    if (this.field.value === text) return;
    this.field.value = text;
    this.number();
  }

  number() {
    const count = this.text.split("\n").length;
    if (count === this.gutter.childElementCount) return;
    this.gutter.replaceChildren(...Array.from({ length: count }, (_, i) => make("span", { textContent: String(i + 1) })));
    this.mark();
  }

  tell(messages) {
    this.messages = messages;
    this.mark();
    this.list.replaceChildren(...messages.map((one) => {
      const where = one.line ? `line ${one.line}` : "";
      return make("li", { className: `message ${one.severity}` },
        one.line ? button(where, () => this.go(one), { className: "where" }) : null,
        make("span", { textContent: one.message }),
        one.hint ? make("span", { className: "hint", textContent: one.hint }) : null);
    }));
  }

  // At each line its first message, behind the text; the numbers of these lines are colored.
  mark() {
    const lines = this.text.split("\n");
    const first = new Map();
    for (const one of this.messages) if (one.line && !first.has(one.line)) first.set(one.line, one);
    [...this.gutter.children].forEach((span, i) => { span.className = first.get(i + 1)?.severity ?? ""; });
    this.notes.replaceChildren(...[...first].filter(([line]) => line <= lines.length).map(([line, one]) => {
      const note = make("span", { className: `note ${one.severity}`, textContent: one.message });
      note.style.top = `calc(${line - 1} * var(--leading) + var(--inset))`;
      note.style.left = `calc(${lines[line - 1].length + 3}ch + var(--inset))`;
      return note;
    }));
    this.scroll();
  }

  scroll() {
    const { scrollTop, scrollLeft } = this.field;
    this.gutter.style.transform = `translateY(${-scrollTop}px)`;
    this.notes.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
  }

  go({ line, column }) {
    const lines = this.text.split("\n");
    const begin = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + (column ?? 1) - 1;
    this.field.focus();
    this.field.setSelectionRange(begin, begin);
  }
}
