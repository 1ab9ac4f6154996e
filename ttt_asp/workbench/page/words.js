// Words for people: what happened, what is wrong; and files for them to keep.

const quiet = (text) => make("p", { className: "quiet", textContent: text });

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
