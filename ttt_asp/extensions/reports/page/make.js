// Elements, made with text and never with markup.

function make(name, options = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(options)) {
    if (key.includes("-") || key === "role" || key === "for") made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const button = (text, act, options = {}) =>
  make("button", { type: "button", textContent: text, onclick: act, ...options });

const grouped = (number) => BigInt(number).toLocaleString("en");

const counted = (number, word) => `${grouped(number)} ${word}${BigInt(number) === 1n ? "" : "s"}`;
