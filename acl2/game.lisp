; Games in which x and o mark free squares for good; what a play is, and what is claimed of plays.
;
; Read this file, and you know what the theorems of the others are about.
;
; A position is a list with an x, an o or a nil for each square; nil is a free square. A game is
;
;   (opening turns lines-of-x lines-of-o completing full)
;
; opening      the position where play begins
; turns        who makes the first mark, the second, and so on, those of the opening counted
; lines-of-x   lists of squares, which are numbered from 0
; completing   wins or loses: what a role does that has marked all squares of one of its lines
; full         x, o or tie: who wins where nobody has, and no turn is left

(in-package "ACL2")

; guards.lisp shows that these functions are only called on what they are meant for.
(set-verify-guards-eagerness 0)

(defun opening (game) (declare (xargs :guard (true-listp game))) (nth 0 game))
(defun turns (game) (declare (xargs :guard (true-listp game))) (nth 1 game))
(defun completing (game) (declare (xargs :guard (true-listp game))) (nth 4 game))
(defun full (game) (declare (xargs :guard (true-listp game))) (nth 5 game))

(defun lines-of (role game)
  (declare (xargs :guard (true-listp game)))
  (if (eq role 'x) (nth 2 game) (nth 3 game)))

(defun other (role) (declare (xargs :guard t)) (if (eq role 'x) 'o 'x))

(defun positionp (position)
  (declare (xargs :guard t))
  (if (consp position)
      (and (member-eq (car position) '(x o nil)) (positionp (cdr position)))
    (null position)))

(defun rolesp (roles)
  (declare (xargs :guard t))
  (if (consp roles)
      (and (member-eq (car roles) '(x o)) (rolesp (cdr roles)))
    (null roles)))

(defun linesp (lines)
  (declare (xargs :guard t))
  (if (consp lines) (and (nat-listp (car lines)) (linesp (cdr lines))) (null lines)))

(defun gamep (game)
  (declare (xargs :guard t))
  (and (true-listp game)
       (positionp (opening game))
       (rolesp (turns game))
       (linesp (lines-of 'x game))
       (linesp (lines-of 'o game))
       (member-eq (completing game) '(wins loses))
       (member-eq (full game) '(x o tie))))

; Who has marked all squares of a line.

(defun marked (role line position)
  (declare (xargs :guard (and (symbolp role) (nat-listp line) (true-listp position))))
  (or (endp line)
      (and (eq (nth (car line) position) role)
           (marked role (cdr line) position))))

(defun completed (role lines position)
  (declare (xargs :guard (and (symbolp role) (linesp lines) (true-listp position))))
  (and (consp lines)
       (or (marked role (car lines) position)
           (completed role (cdr lines) position))))

; Who is to move: every mark has taken a turn.

(defun turns-left (position turns)
  (declare (xargs :guard (and (true-listp position) (true-listp turns))))
  (cond ((endp position) turns)
        ((null (car position)) (turns-left (cdr position) turns))
        (t (turns-left (cdr position) (cdr turns)))))

(defun mover (position game)
  (declare (xargs :guard (and (positionp position) (gamep game))))
  (car (turns-left position (turns game))))

; How play ends at a position: x or o wins, or it is a tie. It is nil where play goes on.

(defun outcome (position game)
  (declare (xargs :guard (and (positionp position) (gamep game))))
  (cond ((completed 'x (lines-of 'x game) position)
         (if (eq (completing game) 'wins) 'x 'o))
        ((completed 'o (lines-of 'o game) position)
         (if (eq (completing game) 'wins) 'o 'x))
        ((mover position game) nil)
        (t (full game))))

; A move is the number of a free square.

(defun legal (move position)
  (declare (xargs :guard (true-listp position)))
  (and (natp move) (< move (len position)) (null (nth move position))))

(defun legal-moves (position number)
  (declare (xargs :guard (and (true-listp position) (natp number))))
  (cond ((endp position) nil)
        ((null (car position)) (cons number (legal-moves (cdr position) (1+ number))))
        (t (legal-moves (cdr position) (1+ number)))))

(defun after (move position game)
  (declare (xargs :guard (and (positionp position) (gamep game) (legal move position))))
  (update-nth move (mover position game) position))

; The moves listed for a position: a tree, whose branches are taken by the marks of its squares.
; Where it leads to a list, the first element of this is the list of moves.

(defun listed (position tree)
  (declare (xargs :guard (true-listp position)))
  (cond ((atom tree) nil)
        ((endp position) tree)
        ((null (car position)) (listed (cdr position) (car tree)))
        ((atom (cdr tree)) nil)
        ((eq (car position) 'x) (listed (cdr position) (cadr tree)))
        (t (listed (cdr position) (cddr tree)))))

; A role among `keepers` plays listed moves wherever it has a choice; others play as they like.

(defun allowed (move position game keepers tree)
  (and (legal move position)
       (or (not (member-equal (mover position game) keepers))
           (endp (cdr (legal-moves position 0)))
           (member-equal move (car (listed position tree))))))

(defun playp (moves position game keepers tree)
  (or (endp moves)
      (and (not (outcome position game))
           (allowed (car moves) position game keepers tree)
           (playp (cdr moves) (after (car moves) position game) game keepers tree))))

(defun end-of (moves position game)
  (if (endp moves)
      position
    (end-of (cdr moves) (after (car moves) position game) game)))

; Claims: (never|always x|o wins|loses|ties), or (never|always nil ties) of both.

(defun claimp (claim)
  (declare (xargs :guard t))
  (and (true-listp claim)
       (member-eq (first claim) '(never always))
       (if (second claim)
           (and (member-eq (second claim) '(x o)) (member-eq (third claim) '(wins loses ties)))
         (eq (third claim) 'ties))))

(defun allows (claim outcome)
  (declare (xargs :guard (claimp claim)))
  (let ((fits (case (third claim)
                (wins (eq outcome (second claim)))
                (loses (eq outcome (other (second claim))))
                (t (eq outcome 'tie)))))
    (if (eq (first claim) 'never) (not fits) fits)))

; Tic-tac-toe on rows x cols squares, row by row, where `line` in a row win.

(defun line-from (square step line)
  (if (zp line) nil (cons square (line-from (+ square step) step (1- line)))))

(defun on-board (start step line size)
  (let ((last (+ start (* step (1- line))))) (and (<= 0 last) (< last size))))

(defun lines-along (down right squares rows cols line)
  (if (zp squares)
      nil
    (let* ((square (1- squares)) (lines (lines-along down right square rows cols line)))
      (if (and (on-board (floor square cols) down line rows)
               (on-board (mod square cols) right line cols))
          (cons (line-from square (+ (* down cols) right) line) lines)
        lines))))

(defun in-turn (role squares)
  (if (zp squares) nil (cons role (in-turn (other role) (1- squares)))))

(defun mnk (rows cols line)
  (let* ((squares (* rows cols))
         (lines (append (lines-along 0 1 squares rows cols line)
                        (lines-along 1 0 squares rows cols line)
                        (lines-along 1 1 squares rows cols line)
                        (lines-along 1 -1 squares rows cols line))))
    (list (make-list squares) (in-turn 'x squares) lines lines 'wins 'tie)))
