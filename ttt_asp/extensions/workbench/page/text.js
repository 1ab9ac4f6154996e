// The term as text, beside its cards: what is typed becomes cards, what the cards do becomes text;
// what is wrong is shown with a caret under its first character.

class TermText {
  constructor(place, role) {
    this.role = role;
    this.field = make("textarea", { className: "field code", rows: 2, spellcheck: false,
      placeholder: "any", "aria-label": `${role}'s strategy as a term`, id: `term-${role}` });
    this.wrong = make("div", { className: "wrong", "aria-live": "polite" });
    place.append(make("label", { className: "label", for: this.field.id, textContent: "as a term" }),
      this.field, this.wrong);
    this.field.addEventListener("input", () =>
      store.setRole(role, this.field.value, null, `text-${role}`));
  }

  update() {
    const text = store.now.roles[this.role] ?? "";
    if (this.field.value !== text) this.field.value = text;
    this.check();
  }

  async check() {
    const text = store.now.roles[this.role] ?? "";
    const slot = `term-${this.role}`;
    if (!text.trim()) {
      api.drop(slot);
      return this.tell([]);
    }
    if (!(await api.settled(slot))) return;
    try {
      const answer = await api.about("term", { role: this.role, text, ...tactic.draft(text) }, slot);
      if (answer) this.tell([]);
    } catch (error) {
      this.tell(error.errors.flatMap((one) => pointed(text, one)));
    }
  }

  tell(elements) {
    this.wrong.replaceChildren(...elements);
    this.field.setAttribute("aria-invalid", String(elements.length > 0));
  }
}

// What is wrong with a text, and where: an error has an offset, or a line and a column.
function pointed(text, error) {
  const words = complaint(error);
  const lines = text.split("\n");
  let [line, column] = [error.line, error.column];
  if (error.offset !== undefined) {
    const before = text.slice(0, error.offset).split("\n");
    [line, column] = [before.length, before.at(-1).length + 1];
  }
  const shown = lines[line - 1];
  if (!column || shown === undefined) return [words];
  const begin = Math.max(0, column - 26); // a long line is cut around the place
  const part = `${begin ? "…" : ""}${shown.slice(begin, begin + 44)}`;
  const blanks = " ".repeat(column - 1 - begin + (begin ? 1 : 0));
  const where = lines.length > 1 ? `line ${line}, column ${column}` : `column ${column}`;
  words.prepend(make("b", { textContent: `${where}: ` }));
  return [words, make("pre", { className: "pointed", textContent: `${part}\n${blanks}^` })];
}
