; Games by ground rules, to which the theorems of general.lisp are attached.
;
; That `model` computes the answer set of stratified rules is not proved; it is as short as it can be.
;
; Atoms are numbered, and a set of atoms is an integer, bit N for atom N. Fluents come first. A game is
;
;   (opening fluents strata roles terminal)
;
; fluents    how many: atom N + fluents says that fluent N holds next
; strata     lists of rules, each after all whose atoms it denies: (HEAD YES NO), sets of atoms; or
;            (HEAD BOUND (WEIGHT YES NO) ...), weights of what holds summing up to the bound
; roles      for each (ROLE ((LEGAL . DOES) ...) ((ATOM . VALUE) ...)): sets of one atom, goals
; terminal   the set of this atom

(in-package "ACL2")
(include-book "general")

(defun holds (yes no model)
  (declare (xargs :guard t))
  (and (equal (logand (ifix yes) (ifix model)) (ifix yes))
       (equal (logand (ifix no) (ifix model)) 0)))

(defun weight (literals model)
  (declare (xargs :guard t))
  (cond ((atom literals) 0)
        ((not (true-listp (car literals))) 0)
        ((holds (second (car literals)) (third (car literals)) model)
         (+ (nfix (first (car literals))) (weight (cdr literals) model)))
        (t (weight (cdr literals) model))))

(defun applies (rule model)
  (declare (xargs :guard (true-listp rule)))
  (if (or (consp (third rule)) (null (third rule)))
      (<= (nfix (second rule)) (weight (cddr rule) model))
    (holds (second rule) (third rule) model)))

(defun once (rules model)
  (declare (xargs :guard t))
  (cond ((atom rules) (ifix model))
        ((and (true-listp (car rules)) (applies (car rules) model))
         (once (cdr rules) (logior (ifix (first (car rules))) (ifix model))))
        (t (once (cdr rules) model))))

(defun closed (rounds rules model)
  (declare (xargs :guard t :measure (nfix rounds)))
  (let ((more (once rules model)))
    (if (or (zp (nfix rounds)) (equal more model))
        more
      (closed (1- rounds) rules more))))

(defun model (strata given)
  (declare (xargs :guard t))
  (if (atom strata)
      (ifix given)
    (model (cdr strata) (closed (len (car strata)) (car strata) given))))

; Nothing is denied that a rule of the same stratum, or of a later one, says.

(defun heads (rules)
  (declare (xargs :guard t))
  (cond ((atom rules) 0)
        ((consp (car rules)) (logior (ifix (caar rules)) (heads (cdr rules))))
        (t (heads (cdr rules)))))

(defun denied (literals)
  (declare (xargs :guard t))
  (cond ((atom literals) 0)
        ((true-listp (car literals))
         (logior (ifix (third (car literals))) (denied (cdr literals))))
        (t (denied (cdr literals)))))

(defun denies-none (rules atoms)
  (declare (xargs :guard (integerp atoms)))
  (cond ((atom rules) t)
        ((not (true-listp (car rules))) nil)
        (t (and (equal 0 (logand atoms (if (or (consp (third (car rules)))
                                               (null (third (car rules))))
                                           (denied (cddr (car rules)))
                                         (ifix (third (car rules))))))
                (denies-none (cdr rules) atoms)))))

(defun all-heads (strata)
  (declare (xargs :guard t))
  (if (atom strata) 0 (logior (heads (car strata)) (all-heads (cdr strata)))))

(defun stratified (strata)
  (declare (xargs :guard t))
  (cond ((atom strata) t)
        (t (and (denies-none (car strata) (all-heads strata))
                (stratified (cdr strata))))))

; What the rules say of a position, which is the set of its fluents.

(defun r-opening (game) (declare (xargs :guard t)) (ifix (and (true-listp game) (first game))))
(defun r-fluents (game) (declare (xargs :guard t)) (nfix (and (true-listp game) (second game))))
(defun r-strata (game) (declare (xargs :guard t)) (and (true-listp game) (third game)))
(defun r-roles (game) (declare (xargs :guard t)) (and (true-listp game) (fourth game)))
(defun r-terminal (game) (declare (xargs :guard t)) (ifix (and (true-listp game) (fifth game))))

(defun chosen (pairs model)
  (declare (xargs :guard t))
  (cond ((atom pairs) nil)
        ((and (consp (car pairs)) (holds (caar pairs) 0 model))
         (cons (ifix (cdar pairs)) (chosen (cdr pairs) model)))
        (t (chosen (cdr pairs) model))))

(defun goals-of (roles model)
  (declare (xargs :guard t))
  (cond ((atom roles) nil)
        ((not (true-listp (car roles))) '((none . none)))
        (t (let ((values (chosen (third (car roles)) model)))
             (cons (cons (first (car roles)) (and (consp values) (null (cdr values)) (car values)))
                   (goals-of (cdr roles) model))))))

(defun r-outcome (position game)
  (declare (xargs :guard t))
  (let ((model (model (r-strata game) position)))
    (and (holds (r-terminal game) 0 model)
         (or (goals-of (r-roles game) model) '((none . none))))))

; Who has two moves or more, and what the others do, who have one.

(defun movers (roles model)
  (declare (xargs :guard t))
  (cond ((atom roles) nil)
        ((and (true-listp (car roles)) (consp (cdr (chosen (second (car roles)) model))))
         (cons (first (car roles)) (movers (cdr roles) model)))
        (t (movers (cdr roles) model))))

(defun forced (roles model)
  (declare (xargs :guard t))
  (cond ((atom roles) 0)
        ((not (true-listp (car roles))) 0)
        (t (let ((moves (chosen (second (car roles)) model)))
             (logior (if (and (consp moves) (null (cdr moves))) (ifix (car moves)) 0)
                     (forced (cdr roles) model))))))

(defun moves-of (role roles model)
  (declare (xargs :guard t))
  (cond ((atom roles) nil)
        ((and (true-listp (car roles)) (equal (first (car roles)) role))
         (chosen (second (car roles)) model))
        (t (moves-of role (cdr roles) model))))

(defun r-mover (position game)
  (declare (xargs :guard t))
  (let ((movers (movers (r-roles game) (model (r-strata game) position))))
    (and (consp movers) (car movers))))

(defun r-moves (position game)
  (declare (xargs :guard t))
  (let* ((model (model (r-strata game) position))
         (movers (movers (r-roles game) model)))
    (cond ((and (consp movers) (consp (cdr movers))) nil)
          ((consp movers) (moves-of (car movers) (r-roles game) model))
          ((equal (forced (r-roles game) model) 0) nil)
          (t '(0)))))

(defun r-after (move position game)
  (declare (xargs :guard t))
  (let* ((others (forced (r-roles game) (model (r-strata game) position)))
         (done (logior (ifix move) others))
         (model (model (r-strata game) (logior done (ifix position)))))
    (logand (1- (expt 2 (r-fluents game))) (ash model (- (r-fluents game))))))

(defattach (g-opening r-opening) (g-outcome r-outcome) (g-mover r-mover) (g-moves r-moves)
  (g-after r-after))

(defun rules-certify (listing game keepers claim)
  (declare (xargs :guard t :verify-guards nil))
  (and (stratified (r-strata game))
       (g-certifies listing game keepers claim)))
