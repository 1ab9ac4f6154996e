; What a game is, what a play is, and what is claimed of plays. The theorems are about this file:
;
;   (implies (and (certifies tree game keepers claim)
;                 (playp moves (opening game) game keepers tree)
;                 (outcome (end-of moves (opening game) game) game))
;            (allows claim (outcome (end-of moves (opening game) game) game)))
;
; and where a play has not ended a move is allowed, and plays do end (sound.lisp).
;
; A position is a list with x, o or nil for each square: nil is a free one. A board is
;
;   (board opening turns lines-of-x lines-of-o if-x if-o if-full)
;
; turns        who makes the first mark, the second, and so on, those of the opening counted
; lines-of-x   lists of squares, which are numbered from 0
; if-x         who wins where x has marked a line of its own, if-o: where o has; if-full: where
;              nobody has, and no turn is left. It is x, o or tie
;
; Of another game nothing is known here: five functions say everything of it (rules.lisp has some).

(in-package "ACL2")
(set-verify-guards-eagerness 2) ; whatever these functions are called on

(defstub g-opening (game) t)
(defstub g-mover (position game) t)
(defstub g-legal-moves (position game) t)
(defstub g-after (move position game) t)
(defstub g-outcome (position game) t)

(defun at (n list)
  (cond ((or (atom list) (not (natp n))) nil)
        ((equal n 0) (car list))
        (t (at (1- n) (cdr list)))))

(defun put (item n list)
  (cond ((atom list) nil)
        ((posp n) (cons (car list) (put item (1- n) (cdr list))))
        (t (cons item (cdr list)))))

(defun among (item list)
  (and (consp list) (or (equal item (car list)) (among item (cdr list)))))

(defun boardp (game) (eq (at 0 game) 'board))

(defun opening (game) (if (boardp game) (at 1 game) (g-opening game)))

(defun turns-left (position turns) ; each mark has taken one
  (cond ((or (atom position) (atom turns)) turns)
        ((car position) (turns-left (cdr position) (cdr turns)))
        (t (turns-left (cdr position) turns))))

(defun mover (position game)
  (if (boardp game) (at 0 (turns-left position (at 2 game))) (g-mover position game)))

(defun free (position n) ; its free squares, of which the first is number n
  (declare (xargs :guard (natp n)))
  (cond ((atom position) nil)
        ((car position) (free (cdr position) (1+ n)))
        (t (cons n (free (cdr position) (1+ n))))))

(defun legal-moves (position game)
  (if (boardp game) (free position 0) (g-legal-moves position game)))

(defun after (move position game)
  (if (boardp game) (put (mover position game) move position) (g-after move position game)))

(defun marked (role line position)
  (or (atom line) (and (equal (at (car line) position) role) (marked role (cdr line) position))))

(defun completed (role lines position)
  (and (consp lines)
       (or (marked role (car lines) position) (completed role (cdr lines) position))))

(defun won-by (role)
  (case role
    (x '((x . wins) (o . loses) (all . differ)))
    (o '((x . loses) (o . wins) (all . differ)))
    (t '((x . ties) (o . ties) (all . ties)))))

(defun outcome (position game) ; nil where play goes on
  (cond ((not (boardp game)) (g-outcome position game))
        ((completed 'x (at 3 game) position) (won-by (at 5 game)))
        ((completed 'o (at 4 game) position) (won-by (at 6 game)))
        ((mover position game) nil)
        (t (won-by (at 7 game)))))

; A claim is (never|always ROLE wins|loses|ties), or (never|always all ties).

(defun result (role outcome)
  (cond ((or (atom outcome) (atom (car outcome))) nil)
        ((equal role (caar outcome)) (cdar outcome))
        (t (result role (cdr outcome)))))

(defun allows (claim outcome)
  (let ((result (result (at 1 claim) outcome)))
    (case (at 0 claim)
      (always (equal result (at 2 claim)))
      (never (and result (not (equal result (at 2 claim))))))))

; The entry of a position, (RANK . MOVES), lies where its marks lead to from branch to branch.

(defun listed (position tree)
  (cond ((atom tree) nil)
        ((natp (car tree)) (and (null position) tree))
        ((atom position) nil)
        ((null (car position)) (listed (cdr position) (car tree)))
        ((atom (cdr tree)) nil)
        (t (case (car position)
             (o (listed (cdr position) (cadr tree)))
             (x (listed (cdr position) (cddr tree)))))))

; A role among the keepers plays a listed move where it has a choice; others play as they like.

(set-verify-guards-eagerness 1)

(defun allowed (move position game keepers tree)
  (and (among move (legal-moves position game))
       (or (not (among (mover position game) keepers))
           (not (consp (cdr (legal-moves position game))))
           (among move (cdr (listed position tree))))))

(defun playp (moves position game keepers tree)
  (or (atom moves)
      (and (not (outcome position game))
           (allowed (car moves) position game keepers tree)
           (playp (cdr moves) (after (car moves) position game) game keepers tree))))

(defun end-of (moves position game)
  (if (atom moves)
      position
    (end-of (cdr moves) (after (car moves) position game) game)))

; The board of tic-tac-toe on rows x cols squares, row by row, where `line` in a row win.

(defun line-from (row col down right line rows cols) ; shorter where it would leave the board
  (declare (xargs :measure (nfix line)))
  (if (or (zp line) (< row 0) (< col 0) (<= rows row) (<= cols col))
      nil
    (cons (+ (* row cols) col)
          (line-from (+ row down) (+ col right) down right (1- line) rows cols))))

(defun lines-along (down right n rows cols line) ; from the first n squares
  (if (zp n)
      nil
    (let ((found (line-from (floor (1- n) cols) (mod (1- n) cols) down right line rows cols))
          (others (lines-along down right (1- n) rows cols line)))
      (if (equal (len found) line) (cons found others) others))))

(defun in-turn (role other n) (if (zp n) nil (cons role (in-turn other role (1- n)))))

(defun mnk (rows cols line)
  (let* ((n (* rows cols))
         (lines (append (lines-along 0 1 n rows cols line) (lines-along 1 0 n rows cols line)
                        (lines-along 1 1 n rows cols line) (lines-along 1 -1 n rows cols line))))
    (list 'board (make-list n) (in-turn 'x 'o n) lines lines 'x 'o 'tie)))
