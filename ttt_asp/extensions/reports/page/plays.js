// All plays of one match-up: what is made of each position, how many plays there are, and whether
// they keep the claim. The positions stand in one table, that other match-ups may share.

const NONE = -1;

class Plays {
  constructor(data, match) {
    this.data = data;
    this.match = match;
    this.lists = data.lists.map((lists, role) => lists[match.lists[role]]);
    this.known = Boolean(match.lost); // whether it is known where the claim is lost for good
    this.lost = new Set(match.lost ?? []);
    this.stuck = data.outcomes.indexOf("stuck");
    this.walk();
    this.plays = new Map();
    this.bad = new Map();
    if (!match.rounds) this.count(); // of rounds, not all plays are here
  }

  // The number of the line that decides here, of the mover's list; NONE where nobody is asked.
  decider(at) {
    const { data } = this;
    if (data.decided) return data.decided[at];
    const role = data.mover[at];
    if (role === NONE || !data.asked[at]) return NONE;
    return this.said(at).findIndex((actions) => actions.length);
  }

  // What each line of the mover's list recommends here: numbers of actions.
  said(at) {
    const { data } = this;
    const role = data.mover[at];
    if (role === NONE || !data.said.length) return [];
    return this.lists[role].map((line) => data.sets[data.said[role][line][at]]);
  }

  // The moves that are made here, each with the number of its action and the position after it.
  moves(at) {
    const { data } = this;
    const flat = data.moves[at];
    const all = [];
    for (let number = 0; number < flat.length; number += 2) {
      all.push({ action: flat[number], after: flat[number + 1], aim: data.actions[flat[number]][1] });
    }
    if (data.decided || !all.length || !data.asked[at]) return all;
    const line = this.decider(at);
    if (line === NONE) return [];
    const chosen = new Set(this.said(at)[line]);
    return all.filter(({ action }) => chosen.has(action));
  }

  // The number of the outcome, where play is over.
  ending(at) {
    const known = this.data.ending[at];
    return known === NONE && !this.next[at].length ? this.stuck : known;
  }

  // Every position that is come to, with the shortest way there.
  walk() {
    this.next = [];
    const starts = this.match.rounds ?? [0];
    this.from = new Map(starts.map((at) => [at, null]));
    this.depth = new Map(starts.map((at) => [at, 0]));
    const queue = [...starts];
    for (const at of queue) {
      this.next[at] = this.moves(at);
      for (const { action, after } of this.next[at]) {
        if (this.from.has(after)) {
          // after how many moves a position comes is not said by the position
          if (this.depth.get(after) !== this.depth.get(at) + 1) this.many = true;
          continue;
        }
        this.from.set(after, { at, action });
        this.depth.set(after, this.depth.get(at) + 1);
        queue.push(after);
      }
    }
    this.reached = queue;
    // the positions before each, one as often as moves lead from it
    this.before = new Map(queue.map((at) => [at, []]));
    for (const at of queue) for (const { after } of this.next[at]) this.before.get(after).push(at);
  }

  // How many plays end how from each position, and how many break the claim, from the ends back;
  // nothing where plays may go on for ever: there some position after it is never counted.
  count() {
    const { match, before } = this;
    const number = this.data.outcomes.length;
    const left = new Map(this.reached.map((at) => [at, this.next[at].length]));
    const ready = this.reached.filter((at) => !left.get(at));
    for (const at of ready) { // what is counted meanwhile comes at the end
      const sums = new Array(number).fill(0n);
      let bad = 0n;
      for (const { after } of this.next[at]) {
        this.plays.get(after).forEach((some, outcome) => { sums[outcome] += some; });
        bad += this.bad.get(after);
      }
      if (!this.next[at].length) {
        const ending = this.ending(at);
        const late = match.by !== null && this.depth.get(at) > match.by;
        if (ending !== NONE) sums[ending] = 1n;
        if (ending === this.stuck) this.jams = true;
        if (late || !match.kept[ending]) bad = 1n;
      }
      this.plays.set(at, sums);
      this.bad.set(at, bad);
      for (const earlier of before.get(at)) {
        left.set(earlier, left.get(earlier) - 1);
        if (!left.get(earlier)) ready.push(earlier);
      }
    }
  }

  // What a position means for the claim: wins, safe, risky, loses; empty where that is not known.
  judged(at) {
    const { match, data } = this;
    if (this.lost.has(at)) return "loses";
    const plays = this.plays.get(at);
    if (!plays || (match.by !== null && this.many)) return "";
    const total = plays.reduce((sum, some) => sum + some, 0n);
    const bad = this.bad.get(at);
    if (bad === total && !this.known) return "loses";
    if (match.can) return bad ? "safe" : "wins";
    if (bad) return "risky";
    const own = data.outcomes.indexOf(data.roles[match.keeper] ?? "");
    return own !== NONE && plays[own] === total ? "wins" : "safe";
  }

  // The moves that lead to a position, the first one first, each with the position before it.
  trail(at) {
    const found = [];
    for (let step = this.from.get(at); step; step = this.from.get(step.at)) found.unshift(step);
    return found;
  }

  // How far off a win is, with best play among these plays: whose, in how many moves of all roles,
  // and how many of them are its own; nothing where nobody can force one. From the ends back.
  distance(at) {
    if (!this.far) {
      const { data, before } = this;
      this.far = new Map();
      data.roles.forEach((name, role) => {
        const won = this.reached.filter((one) => data.outcomes[this.ending(one)] === name);
        const found = new Map(won.map((one) => [one, { role, moves: 0, own: 0 }]));
        const left = new Map();
        for (const [one, { moves, own }] of found) { // what is found meanwhile comes at the end
          for (const earlier of before.get(one)) {
            const mine = data.mover[earlier] === role;
            left.set(earlier, (left.get(earlier) ?? this.next[earlier].length) - 1);
            if (found.has(earlier) || (left.get(earlier) && !mine)) continue;
            found.set(earlier, { role, moves: moves + 1, own: own + Number(mine) });
          }
        }
        found.forEach((far, one) => this.far.set(one, far));
      });
    }
    return this.far.get(at);
  }

  // Who is to move, as it stands behind a board whose marks do not tell, also where play is over.
  turn(at) {
    const { turns, roles } = this.data;
    return turns.length && turns[at] !== NONE ? ` ${roles[turns[at]]}` : "";
  }

  written(at) {
    const { cells, pattern, shown } = this.data;
    const board = pattern.length
      ? pattern.map((part) => (typeof part === "number" ? shown[at][part] : part)).join("") + this.turn(at)
      : shown[at].join(cells.length ? " " : ", ");
    return board && this.find(board) === at ? board : `~${at}`;
  }

  // The number of a position as people write it, with or without the signs between rows.
  find(text) {
    const number = /^~(\d+)$/.exec(text.trim());
    if (number) return this.from.has(Number(number[1])) ? Number(number[1]) : NONE;
    if (!this.numbers) {
      this.numbers = new Map();
      for (const at of this.reached) {
        const key = this.data.shown[at].join(this.data.cells.length ? " " : ", ");
        for (const one of [key + this.turn(at), key]) if (!this.numbers.has(one)) this.numbers.set(one, at);
      }
    }
    const { glyphs, role } = this.read(text);
    const key = glyphs.join(" ") + (role ? ` ${role}` : "");
    return this.numbers.get(key) ?? this.numbers.get(text.trim()) ?? NONE;
  }

  // The glyphs of a board as people write it, and the role behind it.
  read(text) {
    const { turns, roles, cells } = this.data;
    const [, board, word] = (turns.length && /^(.*\S)\s+(\S+)$/.exec(text.trim())) || [null, text, ""];
    const role = word && roles.find((name) => name.startsWith(word));
    const rows = role ? board : text;
    const plain = rows.replace(/[/|\s]/g, "");
    const glyphs = plain.length === cells.length ? plain.replace(/_/g, ".") : plain.replace(/_/g, "");
    return { rows, role, glyphs: [...glyphs].map((glyph) => this.sign(glyph)) };
  }

  // The sign that is meant: a letter may be written large or small where only one of these is a sign.
  sign(glyph) {
    const { signs } = this.data;
    const others = [glyph.toLowerCase(), glyph.toUpperCase()].filter((other) => signs.includes(other));
    return others.length === 1 ? others[0] : glyph;
  }

  // Whether a text is a position at all, that plays may come to or not; of fluents that is not known.
  reads(text) {
    const { cells, signs } = this.data;
    const { rows, glyphs } = this.read(text);
    return !cells.length || [glyphs, rows.trim().split(/\s+/)].some((each) =>
      each.length === cells.length && each.every((glyph) => signs.includes(glyph)));
  }
}
