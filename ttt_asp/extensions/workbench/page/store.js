// The page's whole state: what is asked (game, const, claim, roles' terms), the position shown and
// the tactic open in the editor, a pasted bot, the exercise. It stands in the address, so that a link carries it.

const QUESTION = ["game", "const", "claim", "roles"];

const store = {
  now: null,
  past: [],
  future: [],
  watchers: [],
  burst: "",

  watch(watcher) {
    this.watchers.push(watcher);
  },

  set(state) {
    const before = this.now;
    this.now = state;
    this.keep();
    for (const watcher of this.watchers) watcher(state, before);
  },

  // A change that can be undone. What is typed in one go (the same `burst`) is undone in one go.
  change(patch, words, burst = "") {
    const same = burst && burst === this.burst;
    if (!same) this.past.push(this.now);
    this.future = [];
    this.pause(burst);
    this.set(onBoard({ ...this.now, ...patch }, this.now));
    if (words) announce(words);
  },

  pause(burst) {
    clearTimeout(this.timer);
    this.burst = burst;
    if (burst) this.timer = setTimeout(() => { this.burst = ""; }, 800);
  },

  // A step on the board, or of the editor: it is no change of the question.
  look(patch) {
    this.set({ ...this.now, ...patch });
  },

  restore(from, to, words) {
    if (!from.length) return announce(`nothing to ${words}`);
    const { now } = this;
    const back = from.pop();
    to.push(now);
    this.burst = "";
    const elsewhere = gameKey(back) !== gameKey(now);
    this.set(onBoard({ ...now, ...pick(back), position: elsewhere ? back.position : now.position }, now));
    announce(`${words}: done`);
  },

  undo() { this.restore(this.past, this.future, "undo"); },
  redo() { this.restore(this.future, this.past, "redo"); },

  // Browsers limit how often a page may change its address.
  keep() {
    const write = () => {
      this.written = Date.now();
      this.waiting = null;
      history.replaceState(null, "", `#${packed(this.now)}`);
    };
    if (this.waiting) return;
    const rest = 300 - (Date.now() - (this.written ?? 0));
    if (rest <= 0) write();
    else this.waiting = setTimeout(write, rest);
  },

  setRole(role, text, words, burst) {
    this.change({ roles: { ...this.now.roles, [role]: text } }, words, burst);
  },
};

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

const gameKey = (state) => JSON.stringify([state.game, state.const]);

// Boards of another game cannot be shown: the editor's then begin with the one that is.
const onBoard = (state, before) => !state.open || gameKey(state) === gameKey(before) ? state
  : { ...state, open: { ...state.open, positions: [state.position] } };

const pick = (state) => Object.fromEntries(QUESTION.map((key) => [key, state[key]]));

// What the server is asked: a role without a line plays any.
function question(state) {
  const given = Object.entries(state.roles).filter(([, text]) => text.trim());
  return { ...pick(state), roles: Object.fromEntries(given), ...tactic.draft(...Object.values(state.roles)) };
}

function packed(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// The state that an address carries, or null where it carries none.
function unpacked(fragment) {
  try {
    const text = atob(fragment.replace(/^#/, "").replaceAll("-", "+").replaceAll("_", "/"));
    const read = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (c) => c.charCodeAt(0))));
    const { open = null, position = "", bot: pasted = null, task = null } = read;
    const texts = [read.game, read.claim, position, pasted ?? "", task ?? "", ...Object.values(read.roles)];
    if (open) texts.push(open.name, open.text, ...open.positions);
    const known = texts.every((text) => typeof text === "string") && typeof read.const === "object";
    return known ? { ...pick(read), position, open, bot: pasted, task } : null;
  } catch {
    return null;
  }
}
