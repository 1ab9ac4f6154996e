// Questions to the server. A newer question of the same slot cancels the older one: the server kills
// what nobody waits for any more.

const PAUSE = 120; // milliseconds after a change before the server is asked

class Refused extends Error {
  // What the user got wrong: `errors` are {message, hint, file, line, column}.
  constructor(answer, status) {
    const errors = answer.errors ?? [{ message: `the server refused (status ${status})` }];
    super(errors.map((error) => error.message).join("; "));
    this.errors = errors;
    this.exists = Boolean(answer.exists);
  }
}

const api = {
  token: new URLSearchParams(location.search).get("token") ?? "",
  running: new Map(),
  waiting: new Map(),

  // The answer, or null where a newer question took its place.
  async ask(name, body, slot = name) {
    this.running.get(slot)?.abort();
    const control = new AbortController();
    this.running.set(slot, control);
    try {
      const { ok, status, answer } = await this.send(name, body, control.signal);
      if (control.signal.aborted || control.stale) return null;
      if (!ok) throw new Refused(answer, status);
      return answer;
    } catch (error) {
      if (control.signal.aborted || control.stale) return null;
      if (error instanceof Refused) throw error;
      throw new Refused({ errors: [{
        message: "no answer from the server",
        hint: "is ttt-asp workbench still running? What you have built stands in the address",
      }] });
    } finally {
      if (this.running.get(slot) === control) this.running.delete(slot);
    }
  },

  async send(name, body, signal) {
    const response = await fetch(`/api/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Token": this.token },
      body: JSON.stringify(body),
      signal,
    });
    return { ok: response.ok, status: response.status, answer: await response.json() };
  },

  // A question about the game as it is shown; no answer where another one is shown by then.
  async about(name, body, slot = name) {
    const { game, const: constants } = store.now;
    const still = () => gameKey(store.now) === gameKey({ game, const: constants });
    try {
      const answer = await this.ask(name, { game, const: constants, ...body }, slot);
      return still() ? answer : null;
    } catch (error) {
      if (still()) throw error;
      return null;
    }
  },

  // Whether nothing newer of this slot comes within a moment: what is cancelled costs the server
  // a process. What runs meanwhile is let run, for the same reason, but its answer is not taken.
  settled(slot, pause = PAUSE) {
    const running = this.running.get(slot);
    if (running) running.stale = true;
    const { promise, resolve } = Promise.withResolvers();
    this.forget(slot);
    const timer = setTimeout(() => {
      this.waiting.delete(slot);
      resolve(true);
    }, pause);
    this.waiting.set(slot, { timer, resolve });
    return promise;
  },

  // What waits in this slot is no longer wanted.
  forget(slot) {
    clearTimeout(this.waiting.get(slot)?.timer);
    this.waiting.get(slot)?.resolve(false);
    this.waiting.delete(slot);
  },

  // Nor what runs there.
  drop(slot) {
    this.forget(slot);
    this.running.get(slot)?.abort();
  },
};
