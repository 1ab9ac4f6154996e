// Answers without a server: workers in a sandbox, files in the browser's storage. What was worked
// out when the page was made is shown before Python is there.

const RUNNING = 300; // milliseconds that work goes on which nobody waits for: a new worker takes longer
const SPARE = 2; // workers, so that an edit is answered while a long analysis is ended
const LATE = 3; // seconds beyond the limit in which an answer may come

// The bot that a question runs. A worker in which one ran may answer whatever that bot likes from
// then on: it is asked about this bot only, is told nothing that was saved, and changes nothing.
const botOf = ({ name, fields }) => name === "bot" || name === "bot_move" ? fields.text : null;

const sorted = (value) => value === null || typeof value !== "object" ? value : Array.isArray(value) ? value.map(sorted)
  : Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
const known = new Map(SITE.first.map(({ name, fields, answer }) => [JSON.stringify(sorted([name, fields])), answer]));

// What was saved: texts by their paths.
const saved = {
  get files() {
    try {
      return JSON.parse(localStorage.getItem("ttt-asp-saved") ?? "{}");
    } catch {
      return {};
    }
  },
  set files(files) {
    localStorage.setItem("ttt-asp-saved", JSON.stringify(files));
  },
};

const site = {
  workers: [],
  queue: [],
  number: 0,
  loaded: new Map(), // parts' bytes by name
  broken: "", // why there is no Python, and will be none

  begin() {
    this.bar = document.getElementById("loading");
    this.frame = make("iframe", { title: "where Python runs", hidden: true });
    this.frame.setAttribute("sandbox", "allow-scripts");
    this.frame.srcdoc = SITE.frame;
    this.framed = new Promise((done) => { this.frame.onload = done; });
    document.body.append(this.frame);
    navigator.serviceWorker?.register("offline.js").catch(() => {}); // it is needed offline only
    this.start();
  },

  // All parts that are needed now; progress by bytes.
  async load(later) {
    const wanted = SITE.parts.filter((part) => part.later === later && !this.loaded.has(part.name));
    const whole = wanted.reduce((sum, part) => sum + part.bytes, 0);
    let done = 0;
    const tell = (bytes) => {
      done += bytes;
      const share = whole ? Math.min(100, Math.round((100 * done) / whole)) : 0;
      this.tell(`loading ${later ? "what large boards need" : "Python and clingo"}: ${(done / 1e6).toFixed(1)} MB`, share);
    };
    await Promise.all(wanted.map(async ({ name, address, integrity }) => {
      const answer = await fetch(address, { integrity, referrerPolicy: "no-referrer" }).catch(() => null);
      if (!answer?.ok) throw new Error(`${address} is not there, or is another file than it was`);
      const chunks = [];
      for (const reader = answer.body.getReader(); ;) {
        const { value, done: over } = await reader.read();
        if (over) break;
        chunks.push(value);
        tell(value.length);
      }
      this.loaded.set(name, await new Blob(chunks).arrayBuffer());
    }));
    return wanted.map(({ name }) => ({ name, data: this.loaded.get(name) }));
  },

  tell(words, share = 100) {
    if (this.broken) return; // parts that come later do not matter
    this.bar.hidden = !words;
    this.bar.querySelector("span").textContent = words;
    this.bar.querySelector("progress").value = share;
  },

  async start() {
    const worker = { number: (this.number += 1), asked: null, ready: false, bot: null };
    this.workers.push(worker);
    try {
      await Promise.all([this.framed, this.load(false)]);
      if (!this.workers.includes(worker)) return;
      const { port1, port2 } = new MessageChannel();
      worker.port = port1;
      port1.onmessage = ({ data }) => this.heard(worker, data);
      this.frame.contentWindow.postMessage({ number: worker.number, text: SITE.worker }, "*", [port2]);
      const first = !this.workers.some(({ ready }) => ready);
      if (first) this.tell("starting Python");
      port1.postMessage({ parts: [...this.loaded].map(([name, data]) => ({ name, data })) });
    } catch (error) {
      this.breakDown(`Python could not be loaded: ${error.message}`);
    }
  },

  // There is no Python. Where a worker answers, no other one that does not start is missed.
  breakDown(words) {
    if (this.workers.some(({ ready }) => ready)) return;
    this.tell(words);
    this.broken ||= words;
    this.bar.classList.add("broken");
    for (const { refuse } of this.queue.splice(0)) refuse(this.without());
  },

  without() {
    return new Refused({ errors: [{ message: this.broken, hint: "reload the page" }] });
  },

  heard(worker, data) {
    if (data.failed && !worker.ready) return this.breakDown(`Python did not start: ${data.failed}`);
    if (data.ready) {
      const [{ fields, name }] = SITE.first.slice(-1); // what a verdict needs is read now
      return this.post(worker, { number: 0, name, fields, files: {} });
    }
    if (data.number === 0) {
      worker.ready = true;
      this.tell("");
      return this.next();
    }
    const { asked } = worker;
    if (!asked || data.number !== asked.number) return;
    if (data.failed) { // after some errors, as where memory ran out, it answers nothing more
      asked.refuse(new Refused({ errors: [{ message: `no answer: ${data.failed}` }] }));
      return this.end(worker);
    }
    this.free(worker);
    this.answered(asked, JSON.parse(data.text));
    this.next();
  },

  async answered(asked, { needs, status, answer, files }) {
    if (needs) {
      try {
        const there = SITE.parts.some(({ name }) => name.startsWith(`${needs}-`));
        if (!there || asked.again) throw new Error(`a board as large needs ${needs}, which this page does not have; install ttt-asp and run it there`);
        const parts = await this.load(true);
        this.tell("");
        for (const worker of this.workers) worker.port?.postMessage({ parts });
        this.queue.unshift({ ...asked, again: true });
        this.next();
      } catch (error) {
        asked.refuse(new Refused({ errors: [{ message: error.message }] }));
      }
      return;
    }
    try {
      if (botOf(asked) === null && !same(sorted(files), sorted(asked.files))) saved.files = files;
    } catch (error) {
      return asked.refuse(new Refused({ errors: [{ message: `this browser does not keep the file: ${error.message}` }] }));
    }
    asked.take({ ok: status === 200, status, answer });
  },

  free(worker) {
    clearTimeout(worker.late);
    worker.asked = null;
  },

  // A worker that works in vain is ended; another one takes the next question, and a new one starts;
  // so does one whose bot is no longer in the page.
  end(worker) {
    this.free(worker);
    this.workers = this.workers.filter((one) => one !== worker);
    this.frame.contentWindow.postMessage({ number: worker.number, end: true }, "*");
    if (worker.bot === null) this.start();
    this.next();
  },

  // The worker that answers a question: for a bot the one in which it ran before.
  idle(asked) {
    const free = this.workers.filter((one) => one.ready && !one.asked);
    const text = botOf(asked);
    return (text !== null && free.find(({ bot }) => bot === text)) || free.find(({ bot }) => bot === null);
  },

  next() {
    for (const asked of [...this.queue]) {
      const worker = this.idle(asked);
      if (!worker) continue;
      this.queue.splice(this.queue.indexOf(asked), 1);
      worker.bot = botOf(asked);
      const seconds = SITE.seconds * (asked.name === "export" ? 6 : 1);
      Object.assign(worker, { asked });
      asked.number = this.number += 1;
      asked.files = worker.bot === null ? saved.files : {};
      worker.late = setTimeout(() => {
        this.end(worker);
        const hint = worker.bot === null ? "" : "does it end? If it only thinks for long, ttt-asp prove --o program:FILE.py gives it the time";
        asked.refuse(new Refused({ errors: [{ message: `no answer within the time limit of ${seconds} s`, hint }] }));
      }, 1000 * (seconds + LATE));
      this.post(worker, asked);
    }
    const left = this.workers.find(({ bot, asked }) => bot !== null && bot !== store.now.bot && !asked);
    if (left) this.end(left);
    const others = this.workers.filter(({ bot }) => bot === null);
    if (others.length < SPARE && others.every(({ ready }) => ready)) this.start();
  },

  post(worker, { number, name, fields, files }) {
    const { game: started, const: constants, seconds } = SITE;
    const question = JSON.stringify({ name, fields, files, game: started, const: constants, seconds });
    worker.port.postMessage({ number, question });
  },

  ask(name, fields, signal) {
    const prepared = known.get(JSON.stringify(sorted([name, fields])));
    if (prepared && (name === "start" || !Object.keys(saved.files).length)) {
      return Promise.resolve({ ok: true, status: 200, answer: prepared });
    }
    if (this.broken) return Promise.reject(this.without());
    return new Promise((take, refuse) => {
      const asked = { name, fields, take, refuse };
      this.queue.push(asked);
      signal.addEventListener("abort", () => {
        this.queue = this.queue.filter((one) => one !== asked);
        take({ ok: true, status: 200, answer: null });
        setTimeout(() => {
          const worker = this.workers.find((one) => one.asked === asked);
          if (worker) this.end(worker);
        }, RUNNING);
      });
      this.next();
    });
  },
};

api.send = (name, body, signal) => site.ask(name, body, signal);
verdict.further = () => "More time may help: ask in a terminal, where ttt-asp is installed:";

// What was saved is kept by this browser alone: files go out, and come in.
files.more = (item) => [
  ...Object.entries(saved.files).map(([path, text]) => item(`Saved: ${path}`, () => saveAs(path.split("/").pop(), text))),
  item("Import files…", () => {
    const field = make("input", { type: "file", accept: ".lp", multiple: true });
    field.addEventListener("change", async () => {
      const imported = [];
      for (const file of field.files) {
        if (!/^[a-z]\w*\.lp$/.test(file.name)) return files.tell(`${file.name} is no name of a tactic or a strategy`);
        const text = await file.text();
        const path = `${/^\s*strategy\(/m.test(text) ? "" : "tactics/"}${file.name}`;
        if ((saved.files[path] ?? text) !== text && !confirm(`Replace the ${file.name} that this browser keeps?`)) continue;
        saved.files = { ...saved.files, [path]: text };
        imported.push(file.name);
      }
      files.tell(`imported: ${imported.join(", ") || "nothing"}`);
      app.renew();
    });
    field.click();
  }),
  ...(Object.keys(saved.files).length ? [item("Forget what was saved", () => {
    if (!confirm("Forget all tactics and strategies that this browser keeps?")) return;
    saved.files = {};
    app.renew();
  })] : []),
];

site.begin();
