// Writing a tactic: its file, what `check` says of it, what it recommends on boards of one's choice.

const CHECK_PAUSE = 300; // milliseconds after a change before the file is checked

const tactic = {
  build(place) {
    this.place = place;
    const bar = make("div", { className: "tools" });
    this.title = make("h2", { textContent: "A tactic" });
    this.openers = make("div", { className: "opener" });
    this.saving = make("div");
    bar.append(this.openers, this.saving);
    const close = button("Close", () => { if (this.leaves()) store.look({ open: null }); }, { className: "plain close", title: "close the editor; nothing is saved" });
    this.left = make("div", { className: "file" });
    this.right = make("div", { className: "boards" });
    this.status = make("p", { className: "quiet", "aria-live": "polite" });
    place.append(make("div", { className: "heading" }, this.title, bar, close),
      make("div", { className: "bench" }, this.left, this.right));
    this.editor = new Editor(this.left, (text) => this.set({ text, unsaved: true }));
    this.left.append(this.status);
    new Picker(this.openers, {
      label: "open a tactic", placeholder: "open another tactic, or a name for a new one",
      find: (words) => this.choices(words), show: library.show, more: library.more,
      take: (option) => option.fresh ? this.create(option.fresh) : this.read(option.name),
    });
    this.tables = make("div", { className: "tables" });
    this.right.append(
      make("p", { textContent: "What it recommends. Click squares to say what it should." }),
      this.tables,
      button("Add the board shown above", () => this.set({
        positions: [...new Set([...store.now.open.positions, store.now.position])],
      })));
  },

  // A tactic of one's own counts as it stands in the editor, once its check is passed, for terms
  // that name it: as a field of the questions about them.
  draft(...terms) {
    const { open } = store.now;
    return this.written(terms) && this.sound ? { draft: { name: open.name, text: open.text } } : {};
  },

  // Whether terms name the tactic in the editor, whose text is not the saved one.
  written(terms) {
    const { open } = store.now;
    if (!open?.mine || !(open.unsaved || open.fresh)) return false;
    return terms.some((text) => text.split(/\W+/).includes(open.name));
  },

  choices(words) {
    const known = library.of(here.mover ?? game.facts.roles[0]).tactics;
    const found = known.filter((one) => `${one.name} ${one.doc}`.toLowerCase().includes(words.toLowerCase()));
    const fresh = /^[a-z][a-z0-9_]*$/.test(words) && !known.some((one) => one.name === words)
      ? [{ name: words, doc: "A new tactic of this name.", fresh: words }] : [];
    return [...fresh, ...found.map((one) => ({ ...one, disabled: false }))];
  },

  set(patch) {
    store.look({ open: { ...store.now.open, ...patch } });
  },

  // `mine`: it is in DIR, or will be; `fresh`: there is no file of it yet.
  begin(name, text, mine, fresh) {
    if (!this.leaves()) return;
    store.look({ open: { name, text, mine, fresh, unsaved: false, positions: [store.now.position] } });
    this.editor.field.setSelectionRange(0, 0);
    this.focus();
  },

  // A tactic that was worked out here, and the list that names it; the check will find it sound.
  take({ name, text }, role, term) {
    if (!this.leaves()) return;
    const open = { name, text, mine: true, fresh: true, unsaved: true, positions: [store.now.position] };
    store.change({ roles: { ...store.now.roles, [role]: term }, open }, `${name}: taken`);
    this.sound = true;
    app.redraft();
  },

  // Beside the verdict, where there is room, nothing has to be scrolled.
  focus() {
    this.editor.field.focus({ preventScroll: getComputedStyle(this.place).position === "sticky" });
  },

  // Whether what is open may be left: what was written may be lost.
  leaves() {
    const { open } = store.now;
    return !open?.unsaved || confirm(`${open.name} is not saved. Leave it?`);
  },

  // The editor as it is, or with a new tactic.
  show() {
    if (!store.now.open) return this.create("my_tactic");
    this.focus();
  },

  async create(name) {
    const answer = await this.tried(api.ask("tactic_new", { name }, "tactic-open"));
    if (answer) this.begin(name, answer.text, true, true);
  },

  async read(name) {
    const answer = await this.tried(api.ask("tactic_open", { name }, "tactic-open"));
    if (answer) this.begin(name, answer.text, answer.own, false);
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
    const { open } = store.now;
    this.place.hidden = !open;
    if (!open) return api.drop("tactic");
    this.title.textContent = `The tactic ${open.name}`;
    this.editor.text = open.text;
    if (before?.open?.name !== open.name) this.form();
    const key = JSON.stringify([open.name, open.text, gameKey(store.now)]);
    if (key !== this.key) {
      this.key = key;
      this.checked = "";
      this.sound = false;
      this.status.textContent = "checking…";
      this.check();
    }
    this.draw();
  },

  async check() {
    if (!(await api.settled("tactic", CHECK_PAUSE))) return;
    const { open } = store.now;
    if (!open) return;
    try {
      const answer = await api.about("tactic_check", { name: open.name, text: open.text }, "tactic");
      if (!answer) return;
      const untouched = open.fresh && !open.unsaved; // nobody is told what an example could do better
      this.editor.tell(answer.messages.filter((one) => !untouched || one.severity === "error"));
      const wrong = answer.messages.filter((one) => one.severity === "error").length;
      this.status.textContent = wrong ? counted(wrong, "error") : "The file is well-formed, its examples hold.";
      this.checked = this.key;
      this.sound = !wrong;
      this.draw();
      app.redraft();
    } catch (error) {
      this.editor.tell(error.errors.map((one) => ({ severity: "error", ...one })));
      this.status.textContent = "The check did not come to an end.";
    }
  },

  form() {
    if (!app.writes) return this.saving.replaceChildren(quiet("Start with -S DIR to save."));
    const was = store.now.open.name;
    let sent;
    this.saving.replaceChildren(saveForm({
      name: was, label: "save the tactic as",
      send: (name, replace) => {
        sent = store.now.open;
        const moves = sent.mine && !sent.fresh;
        return api.ask("tactic_save", { name, text: sent.text, replace, was, moves }, "save");
      },
      done: (name, { file, text }) => {
        files.tell(`saved as ${file}`);
        const { open, roles } = store.now;
        const unsaved = open?.text !== sent.text;
        if (open?.name === was) this.set({ name, mine: true, fresh: false, unsaved, ...(!unsaved && { text }) });
        // lists that name it go along, unless it was copied
        const named = Object.entries(roles).map(([role, term]) => [role, term.replace(RegExp(`\\b${was}\\b`, "g"), name)]);
        const renamed = Object.fromEntries(named);
        if (sent.mine && !same(roles, renamed)) store.change({ roles: renamed }, `${was} is now ${name}`);
        app.renew();
      },
    }));
  },

  // The boards; what is recommended there is asked only of a text that was checked.
  draw() {
    const { positions } = store.now.open;
    if (!same(positions, this.boards?.map((table) => table.position))) {
      this.boards = positions.map((position) => new Table(position));
      this.tables.replaceChildren(...this.boards.map((table) => table.place));
    }
    for (const table of this.boards) table.fill(this.checked);
  },
};
