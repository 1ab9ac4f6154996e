// Elements. What comes from the server goes in as text, never as HTML.

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

const quiet = (text) => make("p", { className: "quiet", textContent: text });

const grouped = (number) => Number(number).toLocaleString("en");

const counted = (number, word) => `${grouped(number)} ${word}${number === 1 ? "" : "s"}`;

// What happened, for those who do not see it.
function announce(words) {
  document.getElementById("announcer").textContent = words;
}

// What the user got wrong, in words; where it stands is shown beside the text itself.
function complaint(error) {
  return make("p", { className: "complaint" },
    make("span", { textContent: error.message }),
    error.hint ? make("span", { className: "hint", textContent: error.hint }) : null);
}

function saveAs(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
