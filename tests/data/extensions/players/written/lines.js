const lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const [rows, role] = line.split(' ');
  const board = rows.replaceAll('/', '');
  for (const who of [role, role === 'x' ? 'o' : 'x']) {
    for (const l of lines) {
      const marks = l.map((n) => board[n]);
      if (marks.filter((m) => m === who).length === 2 && marks.includes('.')) {
        return console.log(l[marks.indexOf('.')] + 1);
      }
    }
  }
  console.log([4, 0, 2, 6, 8, 1, 3, 5, 7].find((n) => board[n] === '.') + 1);
});
