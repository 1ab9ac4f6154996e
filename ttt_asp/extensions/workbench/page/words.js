// Words for people: what happened, what is wrong; and files for them to keep.

const quiet = (text) => make("p", { className: "quiet", textContent: text });

// What happened, for those who do not see it.
function announce(words) {
  document.getElementById("announcer").textContent = words;
}

// What the user got wrong, in words; where it stands is shown beside the text itself. What follows
// the first line is a table.
function complaint(error) {
  const [message, ...table] = error.message.split("\n");
  return make("div", { className: "complaint" },
    make("span", { textContent: message }),
    table.length ? make("pre", { textContent: table.join("\n") }) : null,
    error.hint ? make("span", { className: "hint", textContent: error.hint }) : null);
}

// What is wrong with a file, at its place there; or what a complaint says.
function complaintAt(error) {
  const words = complaint(error);
  const file = /[^/]+\.lp$/.exec(error.file ?? "");
  if (file && error.line) words.prepend(make("b", { textContent: `${file[0]}:${error.line}:${error.column}: ` }));
  return words;
}

// A text that is broken between the words of a name, and within none of them.
const breakable = (text) =>
  text.split(/(?<=[_(,])(?=\S)/).flatMap((part, i) => i ? [document.createElement("wbr"), part] : [part]);

function saveAs(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
