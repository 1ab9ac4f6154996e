// What can be done to a card: by key, by button, and in the panels that open at it.

function shift(cards, path, step) {
  const parent = path.slice(0, -1);
  const { operands } = nodeAt(cards.tree, parent);
  const [from, to] = [path.at(-1), path.at(-1) + step];
  const name = printed(operands[from]);
  if (to < 0 || to >= operands.length) return announce(`${name} is ${step < 0 ? "first" : "last"} already`);
  const order = [...operands];
  [order[from], order[to]] = [order[to], order[from]];
  cards.apply(changed(cards.tree, parent, () => order), [...parent, to], `${name} moved to place ${to + 1}`);
}

function remove(cards, path) {
  const name = printed(nodeAt(cards.tree, path));
  const tree = replaced(cards.tree, path);
  const number = Math.min(path[0], tree.operands.length - 1);
  cards.apply(tree, number < 0 ? null : [number], `${name} deleted`);
  if (number < 0) cards.adder.field.focus();
}

// Out of its operator, to the place after it; or into the operator before it.
function shiftLevel(cards, path, step) {
  const name = printed(nodeAt(cards.tree, path));
  let parent, number;
  if (step < 0) {
    if (path.length < 2) return announce(`${name} stands in no operator`);
    parent = path.slice(0, -2);
    number = path.at(-2) + 1;
  } else {
    const before = [...path.slice(0, -1), path.at(-1) - 1];
    const group = path.at(-1) ? nodeAt(cards.tree, before) : null;
    if (!group || !takesMore(group)) return announce(`before ${name} stands no operator that takes more`);
    parent = before;
    number = group.operands.length;
  }
  if (!takesMore(nodeAt(cards.tree, parent))) return announce("that operator takes no more");
  const moved = relocated(cards.tree, path, parent, number);
  cards.apply(moved.tree, moved.path, `${name} moved ${step < 0 ? "out of" : "into"} the operator`);
}

const takesMore = ({ operator, operands }) =>
  operands.length > 0 && operator !== "pick" && operands.length < (Reader.operators.get(operator)?.most ?? 0);

// A named strategy's lines in place of its name.
function openUp(cards, path) {
  const { name } = nodeAt(cards.tree, path);
  const text = strategyText(cards.role, name);
  if (!text) return announce(`${name} is no named strategy`);
  const list = listed(text);
  const top = path.length === 1;
  const nodes = top ? list.operands : [new Reader(text).whole()];
  cards.apply(replaced(cards.tree, path, ...nodes), path, `${name} opened up`);
}

// A new line: after the one given, else last, but before a final `any`, behind which nothing is asked.
function addLine(cards, text, after = null) {
  const lines = cards.tree.operands;
  const number = after !== null ? after + 1 : lines.length - (lines.at(-1)?.operator === "any" ? 1 : 0);
  const tree = inserted(cards.tree, [], number, new Reader(text).whole());
  cards.apply(tree, [number], `${text} added as line ${number + 1} of ${tree.operands.length}`);
}

function cardKey(cards, event) {
  const card = event.target;
  if (!card.classList.contains("card")) return;
  const path = card.dataset.path.split(".").map(Number);
  const all = [...cards.list.querySelectorAll(".card")];
  const step = (to) => all[Math.max(0, Math.min(all.length - 1, to))].focus();
  const acts = event.altKey ? {
    ArrowUp: () => shift(cards, path, -1),
    ArrowDown: () => shift(cards, path, 1),
    ArrowLeft: () => shiftLevel(cards, path, -1),
    ArrowRight: () => shiftLevel(cards, path, 1),
  } : event.ctrlKey || event.metaKey ? {} : {
    ArrowUp: () => step(all.indexOf(card) - 1),
    ArrowDown: () => step(all.indexOf(card) + 1),
    Home: () => step(0),
    End: () => step(all.length - 1),
    Delete: () => remove(cards, path),
    Backspace: () => remove(cards, path),
    Enter: () => cards.show("edit", path),
    c: () => cards.show("combine", path),
    o: () => openUp(cards, path),
    a: () => { cards.after = path[0]; cards.adder.field.focus(); },
  };
  const act = acts[event.key];
  if (!act || cards.stale) return;
  event.preventDefault();
  act();
}

function editPanel(cards, one, path) {
  const field = make("input", { type: "text", className: "field code", value: printed(one), spellcheck: false,
    "aria-label": "the card's term" });
  const wrong = make("div", { className: "wrong", "aria-live": "polite" });
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") return cards.shut(path);
    if (event.key !== "Enter") return;
    try {
      const read = new Reader(field.value).whole();
      cards.apply(replaced(cards.tree, path, read), path, `now ${printed(read)}`);
    } catch (error) {
      if (!(error instanceof TermError)) throw error;
      wrong.replaceChildren(...pointed(field.value, error));
    }
  });
  return make("div", { className: "panel" }, field, wrong,
    quiet("Enter takes it, Escape leaves it as it was."));
}

function combinePanel(cards, one, path) {
  const panel = make("div", { className: "panel combine" });
  const choice = make("div", { className: "choice", role: "radiogroup", "aria-label": "how to combine" });
  const { role } = cards;
  let operator = "refine";
  for (const { name, sign, doc, most } of Reader.operators.values()) {
    if (!most) continue;
    const radio = make("input", { type: "radio", name: "operator", value: name, checked: name === operator });
    radio.addEventListener("change", () => { operator = name; told.textContent = doc; });
    choice.append(make("label", { title: doc }, radio, make("span", { textContent: `${sign ? `${sign} ` : ""}${name}` })));
  }
  const told = make("p", { className: "quiet", textContent: Reader.operators.get(operator)?.doc ?? "" });
  panel.append(make("p", { className: "quiet", textContent: `Combine ${printed(one)} with…` }), choice, told);
  const take = (option) => {
    const text = option.term && !option.strategy ? option.term : option.name;
    const other = operator === "opponent" || operator === "pick" ? null : new Reader(text).whole();
    const grown = other && operator === one.operator && takesMore(one)
      ? { ...one, operands: [...one.operands, other] }
      : node(operator, operator === "pick" ? option.name : "", other ? [one, other] : [one]);
    cards.apply(replaced(cards.tree, path, grown), path, `now ${printed(grown)}`);
  };
  cards.joiner = new Picker(panel, {
    label: "what to combine it with", placeholder: "search tactics and strategies",
    find: (words) => operator === "opponent" ? [{ name: "opponent", doc: "What it says to the opponent." }]
      : operator === "pick" ? library.orders(role, words) : library.options(role, words),
    show: library.show, more: library.more, take,
    leave: (how) => { if (how === "escape") cards.shut(path); },
  });
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target.type === "radio") cards.shut(path);
    event.stopPropagation();
  });
  return panel;
}
