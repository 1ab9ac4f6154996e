// Outcomes and signs in words.

// How an outcome is called where plays are counted.
function namedOutcome(data, name) {
  return data.roles.includes(name) ? `${name} wins` : name === "tie" ? "ties" : name === "stuck" ? "get stuck" : name;
}

// How far off a win is.
function wonIn(data, { role, moves, own }) {
  return `${data.roles[role]} wins in ${counted(moves, "move")}${own === moves ? "" : `, ${own} of its own`}`;
}

function resultOf(data, at, ending) {
  const name = data.outcomes[ending];
  if (name === "tie") return "a tie.";
  if (name === "...") return "the page follows this play no further.";
  if (name === "stuck") return "play gets stuck: the strategy says nothing here.";
  const role = data.roles.indexOf(name);
  if (role < 0) return `${name}.`;
  const full = data.lines.filter(([, owner, cells]) => cells.every((cell) => data.shown[at][cell] === data.glyphs[owner]));
  const own = full.filter(([, owner]) => owner === role).map(([line]) => line);
  const others = full.filter(([, owner]) => owner !== role);
  if (own.length) return `${name} wins with ${own.join(" and ")}.`;
  if (others.length) return `${name} wins, as ${data.roles[others[0][1]]} has ${others[0][0]}.`;
  return `${name} wins.`;
}

function meaningOf(plays, kind) {
  const { match, data } = plays;
  const keeper = data.roles[match.keeper];
  const breaks = plays.jams ? "break the claim or get stuck" : "break the claim";
  if (match.can) return { wins: "every play from here shows it", safe: "some play from here shows it", loses: "none does any more" }[kind];
  return {
    wins: `${keeper} wins every play from here`, safe: "every play from here keeps the claim",
    risky: plays.known ? `plays from here can ${breaks}; it could still be kept` : `some plays from here ${breaks}`,
    loses: plays.known ? `${keeper} cannot save the claim any more` : `all plays from here ${breaks}`,
  }[kind];
}
