// Saving a strategy, and taking things along: the claim, a strategy's file, the report, the link.

// The factor by which a command to be copied lengthens a time limit that was too short.
const MORE = 60;

// What asks the same question in a terminal, with more time.
function commandLine({ game: name, const: constants, claim, roles }, command = "prove") {
  const quoted = (text) => /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
  const own = [...library.byRole.values()].some((one) => [...one.tactics, ...one.strategies].some((entry) => entry.own));
  const usual = game.games.get(name)?.const ?? {};
  const options = [
    ["-g", name],
    ...Object.entries(constants).filter(([key, value]) => String(usual[key]) !== String(value)).map(([key, value]) => ["-c", `${key}=${value}`]),
    ...Object.entries(roles).filter(([, text]) => text.trim()).map(([role, text]) => [`--${role}`, text]),
    ...(own ? [["-S", app.writes]] : []),
    ["--time-limit", String(MORE * app.seconds)],
  ];
  return [`ttt-asp ${command}`, quoted(claim), ...options.map(([option, value]) => `${option} ${quoted(value)}`)].join(" ");
}

const files = {
  build(place) {
    const list = make("div", { className: "menu", hidden: true });
    this.opener = button("Export", () => this.toggle(), { "aria-expanded": "false", "aria-haspopup": "true" });
    this.list = list;
    this.place = make("div", { className: "export" }, this.opener, list);
    place.append(this.place);
    this.place.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || list.hidden) return;
      this.toggle(false);
      this.opener.focus();
    });
    document.addEventListener("pointerdown", (event) => {
      if (!this.place.contains(event.target)) this.toggle(false);
    });
  },

  toggle(open = this.list.hidden) {
    this.list.hidden = !open;
    this.opener.setAttribute("aria-expanded", String(open));
    if (!open) return;
    const item = (text, act) => button(text, () => { this.toggle(false); act(); }, { className: "item" });
    const roles = Object.entries(store.now.roles).filter(([, text]) => text.trim());
    this.list.replaceChildren(
      item("The claim, as TOML", () => this.fetched("claim")),
      ...roles.map(([role, text]) => item(`${role}'s strategy, as a file`, () =>
        saveAs(`${role}_strategy.lp`, `strategy(${role}_strategy,\n    ${text}).\n`))),
      item("The report, a page", () => this.fetched("report")),
      ...this.more(item));
  },

  more: () => [], // where files are kept by the page

  async fetched(kind) {
    this.tell("exporting…");
    try {
      const answer = await api.ask("export", { ...question(store.now), kind }, "export");
      if (!answer) return;
      saveAs(answer.name, answer.text);
      this.tell(`${answer.name} is among your downloads`);
    } catch (error) {
      this.tell(error.message);
    }
  },

  async link() {
    const address = location.href.replace(/#.*/, "") + `#${packed(store.now)}`;
    try {
      await navigator.clipboard.writeText(address);
      this.tell("the link is copied");
    } catch {
      this.tell("the address of this page is the link");
    }
  },

  tell(words) {
    const toast = document.getElementById("toast");
    toast.textContent = words;
    toast.classList.add("seen");
    clearTimeout(this.fading);
    this.fading = setTimeout(() => toast.classList.remove("seen"), 4000);
  },
};

// A form that saves under a name, and asks before it replaces a file. `send(name, replace)` saves.
function saveForm({ name, label, send, extra = null, done }) {
  const field = make("input", { type: "text", className: "field", value: name, spellcheck: false,
    placeholder: "name", "aria-label": label });
  const wrong = make("div", { className: "wrong", "aria-live": "polite" });
  const save = async (replace) => {
    try {
      const answer = await send(field.value.trim(), replace);
      if (!answer) return;
      wrong.replaceChildren();
      done(field.value.trim(), answer);
    } catch (error) {
      wrong.replaceChildren(...(error.exists ? [
        complaint({ message: `${field.value.trim()} is there already.` }),
        button("Replace it", () => save(true), { className: "danger" }),
      ] : error.errors.map(complaint)));
      if (error.exists) wrong.querySelector("button").focus();
    }
  };
  field.addEventListener("input", () => wrong.replaceChildren());
  const form = make("form", { className: "save" }, field, extra, make("button", { textContent: "Save" }), wrong);
  form.addEventListener("submit", (event) => { event.preventDefault(); save(false); });
  return form;
}
