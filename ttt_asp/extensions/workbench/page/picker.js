// A search field with a list below it: arrows choose, Enter takes, Escape closes.

class Picker {
  // `find(text)` gives the options, `show(option)` an element for one, `take(option)` is called with
  // the one taken; `more(option)` is an element about the one chosen.
  constructor(place, { label, placeholder = "", find, show, take, more = null, leave = () => {}, value = "" }) {
    Object.assign(this, { find, show, take, more, leave });
    Picker.count = (Picker.count ?? 0) + 1;
    const id = `options-${Picker.count}`;
    this.field = make("input", {
      type: "text", className: "field", placeholder, value, spellcheck: false, autocomplete: "off",
      role: "combobox", "aria-label": label, "aria-controls": id, "aria-expanded": "false",
      "aria-autocomplete": "list",
    });
    this.list = make("ul", { id, role: "listbox", "aria-label": label, className: "options" });
    this.about = make("div", { className: "about" });
    this.popup = make("div", { className: "popup", hidden: true }, this.list, this.about);
    this.place = make("div", { className: "picker" }, this.field, this.popup);
    place.append(this.place);
    this.field.addEventListener("input", () => this.open());
    this.field.addEventListener("focus", () => this.field.select());
    this.field.addEventListener("click", () => this.open());
    this.field.addEventListener("keydown", (event) => this.key(event));
    this.field.addEventListener("blur", () => { this.close(); this.leave(); });
    this.popup.addEventListener("pointerdown", (event) => event.preventDefault()); // keeps the focus
  }

  open() {
    this.options = this.find(this.field.value.trim());
    this.early = false;
    this.list.replaceChildren(...this.options.map((option, number) => {
      const row = make("li", {
        role: "option", id: `${this.list.id}-${number}`, className: "option",
        "aria-disabled": String(Boolean(option.disabled)),
      }, this.show(option));
      row.addEventListener("click", () => this.choose(option));
      row.addEventListener("pointermove", () => { if (this.at !== number) this.mark(number); });
      return row;
    }));
    if (!this.options.length) this.list.append(make("li", { className: "none", textContent: "nothing fits" }));
    this.popup.hidden = false;
    this.field.setAttribute("aria-expanded", "true");
    const present = this.options.findIndex((option) => option.name === this.field.value.trim());
    this.mark(present >= 0 ? present : this.options.findIndex((option) => !option.disabled));
    this.popup.scrollIntoView({ block: "nearest" });
  }

  // There are other options now: what is open is shown anew, and an Enter that came before them is
  // obeyed.
  renew() {
    if (!this.options) return;
    const { early } = this;
    this.open();
    if (early && this.options.length) this.choose(this.options[this.at]);
  }

  close() {
    this.early = false;
    this.popup.hidden = true;
    this.options = null;
    this.field.setAttribute("aria-expanded", "false");
    this.field.removeAttribute("aria-activedescendant");
  }

  mark(number) {
    this.at = number;
    for (const [i, row] of [...this.list.children].entries()) {
      row.setAttribute("aria-selected", String(i === number));
      if (i !== number) continue;
      this.field.setAttribute("aria-activedescendant", row.id);
      row.scrollIntoView({ block: "nearest" });
    }
    const option = this.options[number];
    this.about.replaceChildren(...(option && this.more ? [this.more(option)] : []));
    this.about.hidden = !this.about.hasChildNodes();
  }

  choose(option) {
    if (!option || option.disabled) return;
    this.close();
    this.take(option);
  }

  key(event) {
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (!this.options) return this.open();
      const count = this.options.length;
      if (count) this.mark((this.at + (key === "ArrowDown" ? 1 : count - 1) + count) % count);
    } else if (key === "Enter") {
      event.preventDefault();
      if (!this.options) this.open();
      this.early = !this.options.length;
      this.choose(this.options[this.at]);
    } else if (key === "Escape") {
      event.stopPropagation();
      if (this.options) this.close();
      else this.leave("escape");
    }
  }
}
