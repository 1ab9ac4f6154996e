// A text of rules with line numbers, and what is wrong with it at its lines. Tab leaves the field,
// as everywhere on the page.

class Editor {
  constructor(place, changed) {
    this.field = make("textarea", { spellcheck: false, id: "rules", "aria-label": "the tactic's file" });
    this.lines = make("div", { className: "lines", "aria-hidden": "true" });
    this.list = make("ul", { className: "messages", "aria-live": "polite" });
    this.messages = [];
    place.append(make("div", { className: "editor" }, this.lines, this.field), this.list);
    this.field.addEventListener("input", () => { this.mark(); changed(this.field.value); });
  }

  get text() {
    return this.field.value;
  }

  set text(text) {
    if (this.field.value === text) return;
    this.field.value = text;
    this.mark();
  }

  tell(messages) {
    this.messages = messages;
    this.mark();
    this.list.replaceChildren(...messages.map((one) => make("li", { className: `message ${one.severity}` },
      one.line ? button(`line ${one.line}`, () => this.go(one), { className: "where" }) : null,
      make("span", { textContent: one.message }),
      one.hint ? make("span", { className: "hint", textContent: one.hint }) : null)));
  }

  // The same text lies under the field, unseen and wrapped alike: it gives the field its height, its
  // lines have the numbers, and behind each stands its first message.
  mark() {
    const first = new Map(this.messages.toReversed().map((one) => [one.line, one]));
    this.lines.replaceChildren(...this.text.split("\n").map((text, i) => {
      const one = first.get(i + 1);
      return make("div", { className: one?.severity ?? "", textContent: text },
        one ? make("span", { className: "note", textContent: one.message }) : null);
    }));
  }

  go({ line, column }) {
    const lines = this.text.split("\n");
    const begin = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + (column ?? 1) - 1;
    this.field.focus({ preventScroll: true });
    this.field.setSelectionRange(begin, begin);
    this.lines.children[line - 1].scrollIntoView({ block: "nearest" });
  }
}
