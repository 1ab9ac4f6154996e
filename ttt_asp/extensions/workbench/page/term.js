// Strategies as trees, and back to text. The server judges names; this reader makes cards of a term
// as it is typed, and says where it cannot.
//
// A node is {operator, name, operands}: an operator, or "name", "hole" or "lines" (for `...`).
// Under `pick` the name is the order's. A path is a list of operand numbers, from the root.

class TermError extends Error {
  constructor(message, offset) {
    super(message);
    this.offset = offset;
  }
}

// Operators with signs, those first that bind least.
const BINDING = [["first"], ["refine"], ["either", "except"], ["both"]];

const node = (operator, name = "", operands = []) => ({ operator, name, operands });

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  skip() {
    while (/\s/.test(this.text[this.at] ?? "")) this.at += 1;
  }

  fail(message, offset = this.at) {
    throw new TermError(message, offset);
  }

  whole() {
    const read = this.term();
    this.skip();
    if (this.at < this.text.length) this.fail("the term ends before this");
    return read;
  }

  // A term with the signs that are printed; `level` says which of them may stand between its parts.
  term(level = 0) {
    if (level === BINDING.length) return this.part();
    let read = this.term(level + 1), joined = "";
    for (;;) {
      this.skip();
      const operator = BINDING[level].find((name) => Reader.operators.get(name)?.sign === this.text[this.at]);
      if (!operator) return read;
      this.at += 1;
      const parts = operator === joined && operator !== "except" ? read.operands : [read];
      read = node(operator, "", [...parts, this.term(level + 1)]);
      joined = operator;
    }
  }

  part() {
    this.skip();
    const begin = this.at;
    if (this.text[begin] === "(") {
      const [only, ...others] = this.operands();
      if (others.length) this.fail("an operator's name is missing before this", begin);
      return only;
    }
    const found = /^(\.\.\.|\?[a-z0-9]*|[a-z][A-Za-z0-9_]*)/.exec(this.text.slice(begin));
    if (!found) {
      if (begin >= this.text.length) this.fail("the term ends too early");
      this.fail(`${String.fromCodePoint(this.text.codePointAt(begin))} is not the beginning of a strategy`);
    }
    const word = found[0];
    this.at += word.length;
    if (word === "...") return node("lines");
    if (word[0] === "?") return node("hole", word.slice(1));
    this.skip();
    const operands = this.text[this.at] === "(" ? this.operands() : null;
    if (!operands && word === "any") return node("any");
    if (!operands && Reader.operators.has(word)) this.fail(`${word} needs operands, in parentheses`, begin);
    if (!operands) return node("name", word);
    return this.operation(word, operands, begin);
  }

  operands() {
    const read = [];
    do {
      this.at += 1;
      read.push(this.term());
      this.skip();
    } while (this.text[this.at] === ",");
    if (this.text[this.at] !== ")") {
      this.fail(this.at < this.text.length ? "a comma or ) is missing before this" : "a ) is missing");
    }
    this.at += 1;
    return read;
  }

  operation(word, operands, begin) {
    const known = Reader.operators.get(word);
    if (!known) this.fail(`there is no operator ${word}`, begin);
    const lines = word === "first" && operands.length === 1 && operands[0].operator === "lines";
    if ((operands.length < known.least || operands.length > known.most) && !lines) {
      const most = known.most === known.least ? known.most : `${known.least} or more`;
      this.fail(`${word} takes ${most} operands, not ${operands.length}`, begin);
    }
    if (word !== "pick") return node(word, "", operands);
    if (operands[1].operator !== "name") this.fail("the second operand of pick is an order's name", begin);
    return node("pick", operands[1].name, [operands[0]]);
  }
}
Reader.operators = new Map(); // what the server said: name to {sign, doc, least, most}

function printed({ operator, name, operands }) {
  if (operator === "name") return name;
  if (operator === "hole") return `?${name}`;
  if (operator === "lines") return "...";
  const inner = operands.map(printed);
  if (operator === "pick") inner.push(name);
  return inner.length ? `${operator}(${inner.join(", ")})` : operator;
}

const hasHoles = ({ operator, operands }) =>
  operator === "hole" || operator === "lines" || operands.some(hasHoles);

const namesIn = ({ operator, name, operands }) =>
  [...(operator === "name" ? [name] : []), ...operands.flatMap(namesIn)];

// A role's strategy as the list of its lines: a `first` that may also have one operand, or none.
function listed(text) {
  if (!text.trim()) return node("first");
  const read = new Reader(text).whole();
  return read.operator === "first" ? read : node("first", "", [read]);
}

function unlisted(list) {
  const [only, ...others] = list.operands;
  if (!only) return "";
  return others.length || only.operator === "lines" ? printed(list) : printed(only);
}

const nodeAt = (tree, path) => path.reduce((inner, number) => inner.operands[number], tree);

// The tree with another list of operands at this path; of an operator that is left with too few
// the one operand remains, or nothing.
function changed(tree, path, change) {
  if (!path.length) return { ...tree, operands: change(tree.operands) };
  const [number, ...rest] = path;
  const inner = changed(tree.operands[number], rest, change);
  const fewest = Reader.operators.get(inner.operator)?.least ?? 0;
  const least = inner.operator === "pick" ? 1 : fewest;
  const kept = inner.operands.length >= least ? [inner] : inner.operands;
  return { ...tree, operands: tree.operands.toSpliced(number, 1, ...kept) };
}

const replaced = (tree, path, ...nodes) =>
  changed(tree, path.slice(0, -1), (operands) => operands.toSpliced(path.at(-1), 1, ...nodes));

const inserted = (tree, parent, number, added) =>
  changed(tree, parent, (operands) => operands.toSpliced(number, 0, added));

// The node at `from` taken out and put in before operand `number` of `parent` (as numbered before).
function relocated(tree, from, parent, number) {
  const moving = nodeAt(tree, from);
  const mark = node("moving");
  const target = inserted(tree, parent, number, mark);
  const old = [...from];
  const depth = parent.length;
  if (from.length > depth && parent.every((step, i) => step === from[i]) && from[depth] >= number) {
    old[depth] += 1;
  }
  const taken = replaced(target, old);
  const place = pathTo(taken, mark);
  return { tree: replaced(taken, place, moving), path: place };
}

function pathTo(tree, wanted) {
  for (const [number, operand] of tree.operands.entries()) {
    if (operand === wanted) return [number];
    const inner = pathTo(operand, wanted);
    if (inner) return [number, ...inner];
  }
  return null;
}
