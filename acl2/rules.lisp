; Games by ground rules: what they say is attached to the five functions of game.lisp.
;
; That `model` computes the answer set of the rules is not proved: read it. All else holds of it as of
; any five functions (sound.lisp, value.lisp); that a certificate is accepted is computed with it.
;
; Atoms are numbered from 0, fluents first; a set of atoms is an integer, bit N for atom N. A position
; is a list with o or nil for each fluent. A game is
;
;   (rules opening fluents strata roles terminal)
;
; fluents    how many: atom fluents + N says that fluent N holds next
; strata     lists of rules, each after all whose atoms it denies: (HEAD BOUND (WEIGHT YES NO) ...),
;            where the weights of what holds have to come up to the bound
; roles      for each (ROLE ((LEGAL . DOES) ...) ((ATOM . VALUE) ...)): sets of one atom, and goals
; terminal   the set of this atom

(in-package "ACL2")
(include-book "game")
(set-verify-guards-eagerness 2)

(defun holds (yes no model)
  (and (equal (logand (ifix yes) (ifix model)) (ifix yes))
       (equal (logand (ifix no) (ifix model)) 0)))

(defun weight (literals model)
  (cond ((atom literals) 0)
        ((holds (at 1 (car literals)) (at 2 (car literals)) model)
         (+ (nfix (at 0 (car literals))) (weight (cdr literals) model)))
        (t (weight (cdr literals) model))))

(defun literals (rule) (and (consp rule) (consp (cdr rule)) (cddr rule)))

(defun once (rules model)
  (cond ((atom rules) (ifix model))
        ((<= (nfix (at 1 (car rules))) (weight (literals (car rules)) model))
         (once (cdr rules) (logior (ifix (at 0 (car rules))) (ifix model))))
        (t (once (cdr rules) model))))

(defun closed (rounds rules model)
  (declare (xargs :measure (nfix rounds)))
  (let ((more (once rules model)))
    (if (or (zp (nfix rounds)) (equal more model)) more (closed (1- rounds) rules more))))

(defun model (strata given)
  (if (atom strata)
      (ifix given)
    (model (cdr strata) (closed (len (car strata)) (car strata) given))))

; Nothing is denied that a rule of the same stratum, or of a later one, says.

(defun heads (rules)
  (if (atom rules) 0 (logior (ifix (at 0 (car rules))) (heads (cdr rules)))))

(defun denied-by (literals)
  (if (atom literals) 0 (logior (ifix (at 2 (car literals))) (denied-by (cdr literals)))))

(defun denied (rules)
  (if (atom rules) 0 (logior (denied-by (literals (car rules))) (denied (cdr rules)))))

(defun all-heads (strata)
  (if (atom strata) 0 (logior (heads (car strata)) (all-heads (cdr strata)))))

(defun stratified (strata)
  (or (atom strata)
      (and (equal (logand (denied (car strata)) (all-heads strata)) 0)
           (stratified (cdr strata)))))

; What the rules say of a position.

(defun set-of (position)
  (if (atom position) 0 (+ (if (car position) 1 0) (* 2 (set-of (cdr position))))))

(defun position-of (set fluents)
  (if (zp (nfix fluents))
      nil
    (cons (if (logbitp 0 (ifix set)) 'o nil) (position-of (ash (ifix set) -1) (1- fluents)))))

(defun chosen (pairs model) ; the seconds of those whose firsts hold
  (cond ((or (atom pairs) (atom (car pairs))) nil)
        ((holds (caar pairs) 0 model) (cons (cdar pairs) (chosen (cdr pairs) model)))
        (t (chosen (cdr pairs) model))))

(defun only (items) (and (consp items) (atom (cdr items)) (car items)))

(defun results (roles model)
  (if (atom roles)
      nil
    (cons (cons (at 0 (car roles))
                (case (only (chosen (at 2 (car roles)) model))
                  ((nil) nil) (100 'wins) (0 'loses) (t 'ties)))
          (results (cdr roles) model))))

(defun common (results) ; nil if one is unknown
  (cond ((atom results) 'ties)
        ((or (atom (car results)) (null (cdar results)) (null (common (cdr results)))) nil)
        (t (if (eq (cdar results) 'ties) (common (cdr results)) 'differ))))

(defun movers (roles model) ; who has two moves or more
  (cond ((atom roles) nil)
        ((at 1 (chosen (at 1 (car roles)) model)) (cons (car roles) (movers (cdr roles) model)))
        (t (movers (cdr roles) model))))

(defun forced (roles model) ; what the others do
  (if (atom roles)
      0
    (logior (ifix (only (chosen (at 1 (car roles)) model))) (forced (cdr roles) model))))

(defun model-of (position game) (model (at 3 game) (set-of position)))

(defun r-opening (game) (at 1 game))

(defun r-outcome (position game)
  (let* ((model (model-of position game)) (results (results (at 4 game) model)))
    (and (holds (at 5 game) 0 model)
         (if (common results) (cons (cons 'all (common results)) results) '(unknown)))))

(defun r-mover (position game) (at 0 (at 0 (movers (at 4 game) (model-of position game)))))

(defun r-legal-moves (position game) ; none where two have a choice at once
  (let* ((model (model-of position game)) (movers (movers (at 4 game) model)))
    (cond ((atom movers) (if (equal (forced (at 4 game) model) 0) nil '(0)))
          ((consp (cdr movers)) nil)
          (t (chosen (at 1 (at 0 movers)) model)))))

(defun r-after (move position game)
  (let ((done (logior (ifix move) (forced (at 4 game) (model-of position game)))))
    (position-of (ash (model (at 3 game) (logior done (set-of position))) (- (nfix (at 2 game))))
                 (at 2 game))))

(defattach (g-opening r-opening) (g-outcome r-outcome) (g-mover r-mover)
  (g-legal-moves r-legal-moves) (g-after r-after))
