// The verdict on the question as it stands, and what may follow from it: repair, shorten, fill, invent.

const verdict = {
  question: "", // what the page shows, as JSON
  asked: false, // whether that was asked

  build(place) {
    this.place = place;
    this.head = make("div", { className: "head" });
    this.body = make("div", { className: "body" });
    this.tools = make("div", { className: "tools" });
    this.results = make("div", { className: "results", "aria-live": "polite" });
    place.append(this.head, this.tools, this.results, this.body);
    this.repair = button("Repair", () => this.work("repair"), { title: "the smallest change that makes the claim true" });
    this.shorten = button("Shorten", () => this.work("shorten"), { title: "the shortest list that keeps the claim" });
    this.fill = button("Fill the holes", () => this.work("fill"), { title: "tactics for the holes that prove the claim" });
    this.invent = button("Invent", () => this.work("invent"), { title: "a new rule for the hole: the shortest that proves the claim" });
    this.stop = button("Stop", () => { api.drop("analysis"); this.over("stopped"); });
    // the word goes along while the verdict itself is out of sight
    this.pill = document.getElementById("pill");
    this.pill.onclick = () => place.scrollIntoView({ block: "center" });
    new IntersectionObserver(([seen]) => { this.pill.hidden = seen.isIntersecting; }).observe(this.head);
    this.tools.append(this.repair, this.shorten, this.fill, this.invent, this.stop);
  },

  // A verdict that is shown is about the question that is shown: one about another question goes
  // at once, and so does an answer that comes now.
  outdate() {
    const shown = JSON.stringify(question(store.now));
    if (shown === this.question) return;
    Object.assign(this, { question: shown, asked: false });
    api.drop("prove");
    api.drop("analysis");
    this.over("");
    this.place.classList.add("old");
    this.clock = this.count(this.head, "asking…");
    Object.assign(this.pill, { className: "asking", textContent: "asking…" });
    document.getElementById("outcome").textContent = "";
    const about = gameKey(store.now);
    if (about !== this.about) this.body.replaceChildren(); // boards of another game
    this.about = about;
    this.offer([]);
  },

  update() {
    this.outdate();
    if (this.asked || !game.known) return;
    this.asked = true;
    this.ask();
  },

  async ask() {
    if (!(await api.settled("prove"))) return;
    let trees;
    try {
      trees = Object.values(store.now.roles).map(listed);
    } catch {
      api.drop("prove");
      this.body.replaceChildren();
      return this.tell("wrong", "no verdict", "What is wrong stands at the term.");
    }
    if (trees.some(hasHoles)) {
      api.drop("prove");
      this.body.replaceChildren();
      this.tell("holes", "open", "What could stand in the holes, so that the claim holds?");
      return this.offer(["fill", "invent"]);
    }
    const asked = this.question;
    try {
      const found = await api.ask("prove", JSON.parse(asked), "prove");
      if (found && asked === this.question) this.show(found);
    } catch (error) {
      if (asked !== this.question) return;
      // what is wrong with a term stands at the term
      const terms = [...new Set(error.errors.map((one) => /^--(?:role )?(.+)/.exec(one.file ?? "")?.[1]))];
      const said = terms.every(Boolean) ? `There is something wrong with the term of ${terms.join(" and ")}.` : "";
      this.body.replaceChildren(...(said ? [] : error.errors.map(complaintAt)));
      this.tell("wrong", "no verdict", said);
    }
  },

  tell(kind, word, sentence) {
    const sign = `${OUTCOMES[kind]} `;
    clearInterval(this.clock);
    this.place.classList.remove("old");
    this.head.replaceChildren(
      make("p", { className: `word ${kind}` }, make("span", { "aria-hidden": "true", textContent: sign }), word),
      make("p", { className: "sentence", textContent: sentence }));
    Object.assign(this.pill, { className: kind, textContent: sign + word });
    document.getElementById("outcome").textContent = `${store.now.claim}: ${word}. ${sentence}`;
  },

  // Counts the tenths of a second while something is being worked out.
  count(place, words) {
    clearInterval(this.clock);
    const begun = performance.now();
    const told = make("span", { className: "asking" });
    place.replaceChildren(told);
    const tick = () => { told.textContent = `${words} ${((performance.now() - begun) / 1000).toFixed(1)} s`; };
    tick();
    return setInterval(tick, 100);
  },

  show(found) {
    this.tell(found.verdict, found.verdict, found.sentence);
    exercises.judge(found);
    this.body.replaceChildren(
      quiet(`${found.engine}, ${found.seconds.total.toFixed(2)} s`),
      ...(tactic.written(Object.values(store.now.roles)) ? [quiet(drafted())] : []),
      ...found.warnings.concat(found.others ?? []).map((text) => make("p", { className: "warning", textContent: text })),
      ...(found.verdict === "unknown" ? furtherOn() : []),
      ...counterexample(found),
      ...(found.verdict === "proved" ? deciders(found) : []));
    this.offer(found.verdict === "proved" ? ["shorten"] : found.verdict === "unknown" ? [] : ["repair"]);
  },

  offer(names) {
    for (const name of ["repair", "shorten", "fill", "invent"]) this[name].hidden = !names.includes(name);
    this.stop.hidden = true;
  },

  async work(name) {
    this.stop.hidden = false;
    this.results.replaceChildren();
    const told = this.results.appendChild(make("div"));
    const clock = this.count(told, `${name}: looking…`);
    this.working = clock;
    try {
      const found = await api.ask(name, question(store.now), "analysis");
      if (!found) return;
      this.results.replaceChildren(
        make("p", { textContent: found.sentence ?? found.reason ?? "" }),
        ...(found.answer === "unknown" ? furtherOn(name) : []),
        ...(found.results ?? []).map((result) => this.result(name, result)));
    } catch (error) {
      this.results.replaceChildren(...error.errors.map(complaintAt));
    } finally {
      clearInterval(clock);
      if (this.working === clock) this.stop.hidden = true;
    }
  },

  further: () => `More time may help: start the workbench with --time-limit ${MORE * app.seconds}, or ask in a terminal:`,

  over(words) {
    clearInterval(this.working);
    this.stop.hidden = true;
    this.results.replaceChildren(...(words ? [quiet(words)] : []));
  },

  // A strategy that is offered; a new tactic in it goes into the editor with it.
  result(name, { role, text, says, about, tactic: made }) {
    const take = () => made ? tactic.take(made, role, text) : store.setRole(role, text, `${name}: taken`);
    return make("div", { className: "result" },
      make("p", {}, make("b", { textContent: `${role}: ` }), says),
      ...(made ? [make("pre", { className: "pointed", textContent: made.rules }), quiet(about)] : []),
      make("p", { className: "code", textContent: text }),
      button("Use this strategy", take, { className: "primary" }));
  },
};

// What may be done where the limits were not enough.
function furtherOn(command) {
  return [
    quiet(verdict.further()),
    make("pre", { className: "pointed", textContent: commandLine(store.now, command) }),
  ];
}

// Which text of the tactic in the editor a verdict is about.
function drafted() {
  const { name } = store.now.open;
  return JSON.parse(verdict.question).draft ? `${name} is taken as it stands in the editor: it is not saved.`
    : `${name} is taken as it was saved: what stands in the editor is wrong, or not yet checked.`;
}

// At how many positions each line of a list decides.
function deciders({ decided }) {
  return Object.entries(decided ?? {}).filter(([, lines]) => Object.keys(lines).length > 1).map(([role, lines]) => {
    const most = Math.max(1, ...Object.values(lines));
    const rows = Object.entries(lines).flatMap(([line, number]) => {
      const bar = make("span", { className: "bar" });
      bar.style.width = `${(100 * number) / most}%`;
      return [make("dt", {}, ...breakable(line)),
        make("dd", {}, make("span", { className: "scale" }, bar), make("span", { textContent: grouped(number) }))];
    });
    return make("section", { className: "deciders" },
      quiet(`At how many positions each of ${role}'s lines decides`), make("dl", {}, ...rows));
  });
}

const OUTCOMES = { proved: "✓", refuted: "✗", incomplete: "…", unknown: "?", holes: "?", wrong: "!" };
