// Writing a tactic: its file, what `check` says of it, what it recommends on boards of one's choice.

const CHECK_PAUSE = 300; // milliseconds after a change before the file is checked

const tactic = {
  build(place) {
    this.place = place;
    const bar = make("div", { className: "tools" });
    this.title = make("h2", { textContent: "A tactic" });
    this.openers = make("div", { className: "opener" });
    bar.append(this.openers,
      button("Close", () => store.look({ open: null }), { className: "plain", title: "close the editor; nothing is saved" }));
    this.left = make("div", { className: "file" });
    this.right = make("div", { className: "boards" });
    this.status = make("p", { className: "quiet", "aria-live": "polite" });
    this.saving = make("div");
    place.append(make("div", { className: "heading" }, this.title, bar),
      make("div", { className: "bench" }, this.left, this.right));
    this.editor = new Editor(this.left, (text) => this.set({ text }));
    this.left.append(this.status, this.saving);
    new Picker(this.openers, {
      label: "open a tactic", placeholder: "open another tactic, or a name for a new one",
      find: (words) => this.choices(words), show: library.show, more: library.more,
      take: (option) => option.fresh ? this.create(option.fresh) : this.read(option.name),
    });
    this.tables = make("div", { className: "tables" });
    this.asked = make("select", { className: "field", "aria-label": "recommended to" });
    this.asked.addEventListener("change", () => this.set({ role: this.asked.value }));
    this.right.append(
      make("p", {}, "What it recommends to ", this.asked),
      this.tables,
      button("Add the board shown above", () => this.set({
        positions: [...new Set([...store.now.open.positions, store.now.position])],
      })));
  },

  choices(words) {
    const known = library.of(this.role()).tactics;
    const found = known.filter((one) => `${one.name} ${one.doc}`.toLowerCase().includes(words.toLowerCase()));
    const fresh = /^[a-z][a-z0-9_]*$/.test(words) && !known.some((one) => one.name === words)
      ? [{ name: words, doc: "A new tactic of this name.", fresh: words }] : [];
    return [...fresh, ...found.map((one) => ({ ...one, disabled: false }))];
  },

  role() {
    return store.now.open?.role ?? here.mover ?? game.facts.roles[0];
  },

  set(patch) {
    store.look({ open: { ...store.now.open, ...patch } });
  },

  begin(name, text) {
    this.chosen = new Map();
    this.found = null;
    store.look({ open: { name, text, role: here.mover ?? game.facts.roles[0], positions: [store.now.position] } });
    this.place.scrollIntoView({ block: "nearest" });
    this.editor.field.focus();
  },

  async create(name) {
    const answer = await this.tried(api.ask("tactic_new", { name }, "tactic-open"));
    if (answer) this.begin(name, answer.text);
  },

  async read(name) {
    const answer = await this.tried(api.ask("tactic_open", { name }, "tactic-open"));
    if (answer) this.begin(answer.name ?? name, answer.text);
  },

  async tried(asking) {
    try {
      return await asking;
    } catch (error) {
      files.tell(error.message);
      return null;
    }
  },

  update(before) {
    const { open, game: name, const: constants } = store.now;
    this.place.hidden = !open;
    if (!open) return api.drop("tactic");
    const old = before?.open;
    this.title.textContent = `The tactic ${open.name}`;
    this.editor.text = open.text;
    this.asked.replaceChildren(...game.facts.roles.map((role) =>
      make("option", { value: role, textContent: role, selected: role === open.role })));
    if (old?.name !== open.name) this.form();
    const key = JSON.stringify([open, name, constants]);
    if (key === this.key) return;
    this.key = key;
    this.draw();
    clearTimeout(this.waiting);
    this.status.textContent = "checking…";
    this.waiting = setTimeout(() => this.check(), CHECK_PAUSE);
  },

  async check() {
    const { open, game: name, const: constants } = store.now;
    if (!open) return;
    const body = { name: open.name, text: open.text, game: name, const: constants, role: open.role, positions: open.positions };
    try {
      const answer = await api.ask("tactic_check", body, "tactic");
      if (!answer) return;
      this.found = answer.recommends ?? null;
      this.editor.tell(answer.messages);
      const wrong = answer.messages.filter((one) => one.severity === "error").length;
      this.status.textContent = wrong ? `${counted(wrong, "error")}` : "The file is well-formed, its examples hold.";
    } catch (error) {
      this.found = null;
      this.editor.tell(error.errors.map((one) => ({ severity: "error", ...one })));
      this.status.textContent = "The check did not come to an end.";
    }
    this.draw();
  },

  form() {
    if (!app.writes) return this.saving.replaceChildren(quiet("Start with -S DIR to save."));
    this.saving.replaceChildren(saveForm({
      name: store.now.open.name, label: "save the tactic as",
      send: (name, replace) => api.ask("tactic_save", { name, text: this.editor.text, replace }, "save"),
      done: (name, file) => { files.tell(`saved as ${file}`); app.renew(); },
    }));
  },

  draw() {
    const { open } = store.now;
    this.tables.replaceChildren(...open.positions.map((position) => new Table(position).place));
  },
};

// A board of the editor: what the tactic recommends there, or what it should, chosen by clicking.
class Table {
  constructor(position) {
    this.position = position;
    this.place = make("div", { className: "small" });
    this.fill();
  }

  async fill() {
    const { game: name, const: constants } = store.now;
    const key = JSON.stringify([name, constants, this.position]);
    try {
      Table.known.set(key, Table.known.get(key) ??
        await api.ask("position", { game: name, const: constants, position: this.position }, `table-${this.position}`));
    } catch (error) {
      return this.place.replaceChildren(...error.errors.map(complaint));
    }
    this.facts = Table.known.get(key);
    if (!this.facts) return Table.known.delete(key);
    this.show();
  }

  show() {
    const { facts, position } = this;
    const { open } = store.now;
    const said = tactic.found?.[position] ?? [];
    const chosen = tactic.chosen?.get(position);
    const wanted = new Set(chosen ?? said);
    const cells = game.facts.cells;
    const grid = make("div", { className: "drawn", role: "group", "aria-label": `board ${position}` });
    cells.forEach((cell, number) => {
      const mark = facts.cells[number] === "." ? "" : facts.cells[number];
      const move = facts.moves.find((one) => one.cell?.join() === cell.join());
      const on = move && wanted.has(move.action);
      const square = button(mark, () => this.toggle(move.action, wanted), {
        className: `square ${glyphKind(mark)} ${on ? "on" : ""}`, disabled: !move,
        "aria-pressed": String(Boolean(on)), "aria-label": `${cell.join(",")}: ${mark || (on ? "recommended" : "free")}`,
      });
      Object.assign(square.style, { gridRow: cell[0], gridColumn: cell[1] });
      grid.append(square);
    });
    const words = chosen ? "as you choose" : said.length ? counted(said.length, "move") : "nothing";
    this.place.replaceChildren(grid, quiet(facts.mover === open.role ? words : `${facts.mover ?? "nobody"} to move`),
      make("div", { className: "tools" },
        button("Add as example", () => this.example([...wanted]), { className: "plain" }),
        button("×", () => tactic.set({ positions: open.positions.filter((one) => one !== position) }),
          { className: "icon", "aria-label": "take this board away" })));
  }

  toggle(action, wanted) {
    const next = new Set(wanted);
    if (!next.delete(action)) next.add(action);
    tactic.chosen ??= new Map();
    tactic.chosen.set(this.position, next);
    this.show();
  }

  async example(actions) {
    const { name, role } = store.now.open;
    const { game: of, const: constants } = store.now;
    const body = { name, text: tactic.editor.text, role, position: this.position, actions, game: of, const: constants };
    const answer = await tactic.tried(api.ask("tactic_example", body, "example"));
    if (!answer) return;
    tactic.chosen?.delete(this.position);
    tactic.set({ text: answer.text });
  }
}
Table.known = new Map();
