; Replies, and pairings behind them: who has them never loses.
;
;   (implies (keeps-from-losing plan game breaker)
;            (secures (len (at 2 game)) (opening game) game breaker (list 'never breaker 'loses)))
;
; The breaker keeps the maker from completing a line of a board. A plan for it is one of
;
;   (MOVE . PLAN)                  where it is to move: its move, and a plan for what comes then
;   (PLAN ...)                     where the maker is: a plan for each legal move, in their order
;   (pairs (SQUARE SQUARE) ...)    whenever the maker marks one of a pair, it marks the other

(in-package "ACL2")
(include-book "value")

; --- what is checked --------------------------------------------------------------------------

(defun other (role) (if (eq role 'x) 'o 'x))

(defun vacant (square position)
  (and (natp square) (< square (len position)) (null (at square position))))

(defun squares-of (pairs)
  (if (consp pairs) (list* (caar pairs) (cadar pairs) (squares-of (cdr pairs))) nil))

(defun good (pair position breaker)
  (or (and (vacant (car pair) position) (vacant (cadr pair) position))
      (equal (at (car pair) position) breaker)
      (equal (at (cadr pair) position) breaker)))

(defun all-good (pairs position breaker)
  (or (atom pairs)
      (and (good (car pairs) position breaker) (all-good (cdr pairs) position breaker))))

(defun answer (pairs position breaker) ; the other square of the first pair that is not good
  (cond ((atom pairs) (car (free position 0)))
        ((good (car pairs) position breaker) (answer (cdr pairs) position breaker))
        ((vacant (caar pairs) position) (caar pairs))
        (t (cadar pairs))))

(defun has-mark (role line position)
  (and (consp line)
       (or (equal (at (car line) position) role) (has-mark role (cdr line) position))))

(defun has-pair (line pairs)
  (and (consp pairs)
       (or (and (among (caar pairs) line) (among (cadar pairs) line))
           (has-pair line (cdr pairs)))))

(defun lines-held (lines pairs position breaker)
  (or (atom lines)
      (and (or (has-mark breaker (car lines) position) (has-pair (car lines) pairs))
           (lines-held (cdr lines) pairs position breaker))))

(defun never-twice (role turns)
  (or (atom turns)
      (and (not (and (equal (car turns) role) (equal (cadr turns) role)))
           (never-twice role (cdr turns)))))

(defun held (pairs position game breaker)
  (and (boardp game)
       (among breaker '(x o))
       (not (equal (at (if (eq breaker 'x) 5 6) game) (other breaker)))
       (not (equal (at 7 game) (other breaker)))
       (true-listp (at 2 game))
       (all-among (at 2 game) '(x o))
       (<= (len (at 2 game)) (len position))
       (no-duplicatesp-equal (squares-of pairs))
       (never-twice (other breaker) (turns-left position (at 2 game)))
       (lines-held (at (if (eq breaker 'x) 4 3) game) pairs position breaker)
       (or (all-good pairs position breaker)
           (let ((answer (answer pairs position breaker)))
             (and (not (equal (mover position game) (other breaker)))
                  (vacant answer position)
                  (all-good pairs (put breaker answer position) breaker))))))

(mutual-recursion
 (defun plan-ok (plan position game breaker)
   (declare (xargs :measure (1+ (* 2 (acl2-count plan)))))
   (cond ((outcome position game)
          (allows (list 'never breaker 'loses) (outcome position game)))
         ((atom plan) nil)
         ((eq (car plan) 'pairs) (held (cdr plan) position game breaker))
         ((equal (mover position game) breaker)
          (and (among (car plan) (legal-moves position game))
               (plan-ok (cdr plan) (after (car plan) position game) game breaker)))
         (t (and (consp (legal-moves position game))
                 (plans-ok plan (legal-moves position game) position game breaker)))))
 (defun plans-ok (plans moves position game breaker)
   (declare (xargs :measure (* 2 (acl2-count plans))))
   (or (atom moves)
       (and (consp plans)
            (plan-ok (car plans) (after (car moves) position game) game breaker)
            (plans-ok (cdr plans) (cdr moves) position game breaker)))))

(defun keeps-from-losing (plan game breaker)
  (and (boardp game) (true-listp (at 2 game)) (plan-ok plan (opening game) game breaker)))

; --- marks ------------------------------------------------------------------------------------

(local (in-theory (disable (:e outcome) (:e opening) (:e mover) (:e after) (:e legal-moves))))

(defthm at-put-inside
  (implies (and (natp n) (< n (len list)))
           (equal (at m (put item n list)) (if (equal m n) item (at m list)))))

(defthm first-at (equal (at 0 list) (car list)))

(defthm len-put (equal (len (put item n list)) (len list)))

(local
 (defthm among-free-from
   (implies (natp n)
            (iff (among square (free position n))
                 (and (natp square) (<= n square) (vacant (- square n) position))))
   :hints (("Goal" :induct (free position n)))))

(defthm among-free (iff (among square (free position 0)) (vacant square position)))

(defthm the-first-is-vacant
  (implies (consp (free position 0)) (vacant (car (free position 0)) position))
  :hints (("Goal" :use ((:instance among-free (square (car (free position 0)))))
           :in-theory (disable among-free among-free-from vacant free))))

(defthm turns-left-of-cdr
  (implies (true-listp turns)
           (equal (turns-left position (cdr turns)) (cdr (turns-left position turns)))))

(defthm a-turn-is-taken
  (implies (and (vacant square position) mark (true-listp turns))
           (equal (turns-left (put mark square position) turns)
                  (cdr (turns-left position turns)))))

(defthm a-turn-has-a-square
  (implies (and (consp (turns-left position turns)) (<= (len turns) (len position)))
           (consp (free position n))))

(defthm fewer-turns
  (<= (len (turns-left position turns)) (len turns))
  :rule-classes :linear)

(in-theory (disable at put turns-left vacant free))

(defthm a-vacant-square
  (implies (vacant n position) (and (equal (at n position) nil) (natp n)))
  :hints (("Goal" :in-theory (enable vacant)))
  :rule-classes (:rewrite :forward-chaining))

(defthm at-put
  (implies (vacant n position)
           (equal (at m (put mark n position)) (if (equal m n) mark (at m position))))
  :hints (("Goal" :in-theory (enable vacant))))

(defthm vacant-put
  (implies (and (vacant n position) mark)
           (equal (vacant m (put mark n position)) (and (vacant m position) (not (equal m n)))))
  :hints (("Goal" :in-theory (enable vacant))))

; --- what is good stays good, but for one pair -------------------------------------------------

(defthm all-good-after-breaker
  (implies (and (all-good pairs position breaker)
                (vacant n position) breaker)
           (all-good pairs (put breaker n position) breaker)))

(defthm all-good-after-another
  (implies (and (all-good pairs position breaker)
                (vacant n position) mark breaker
                (not (member-equal n (squares-of pairs))))
           (all-good pairs (put mark n position) breaker)))

(defthm one-is-to-be-answered
  (implies (and (all-good pairs position breaker)
                (vacant n position) mark breaker
                         (no-duplicatesp-equal (squares-of pairs))
                (not (all-good pairs (put mark n position) breaker)))
           (let ((answer (answer pairs (put mark n position) breaker)))
             (and (vacant answer (put mark n position))
                  (all-good pairs (put breaker answer (put mark n position)) breaker)))))

(defthm nothing-to-be-answered
  (implies (all-good pairs position breaker)
           (equal (answer pairs position breaker) (car (free position 0)))))

; --- lines that are held -----------------------------------------------------------------------

(defthm marked-squares
  (implies (and (marked role line position) (among square line))
           (equal (at square position) role))
  :rule-classes nil)

(defthm a-line-with-a-good-pair
  (implies (and (all-good pairs position breaker)
                (has-pair line pairs)
                maker (not (equal maker breaker)))
           (not (marked maker line position)))
  :hints (("Goal" :induct (has-pair line pairs))
          '(:use ((:instance marked-squares (role maker) (square (caar pairs)))
                  (:instance marked-squares (role maker) (square (cadar pairs)))))))

(defthm a-line-with-a-mark
  (implies (and (has-mark breaker line position) (not (equal maker breaker)))
           (not (marked maker line position))))

(defthm held-lines-are-not-completed
  (implies (and (lines-held lines pairs position breaker)
                (all-good pairs position breaker)
                maker (not (equal maker breaker)))
           (not (completed maker lines position))))

(defthm marked-stays
  (implies (and (marked role line position) (vacant n position) role)
           (marked role line (put mark n position))))

(defthm completed-stays
  (implies (and (completed role lines position) (vacant n position) role)
           (completed role lines (put mark n position))))

(defthm has-mark-stays
  (implies (and (has-mark role line position) (vacant n position) role)
           (has-mark role line (put mark n position))))

(defthm lines-held-stay
  (implies (and (lines-held lines pairs position breaker) (vacant n position) breaker)
           (lines-held lines pairs (put mark n position) breaker)))

(in-theory (disable all-good answer lines-held completed vacant-put at-put))

(defthm held-ends
  (implies (and (held pairs position game breaker) (outcome position game))
           (allows (list 'never breaker 'loses) (outcome position game)))
  :hints (("Goal"
           :in-theory (enable outcome allows)
           :use ((:instance held-lines-are-not-completed
                            (maker (other breaker)) (lines (at (if (eq breaker 'x) 4 3) game)))
                 (:instance held-lines-are-not-completed
                            (maker (other breaker)) (lines (at (if (eq breaker 'x) 4 3) game))
                            (position (put breaker (answer pairs position breaker) position)))))))

(defthm turns-alternate
  (implies (and (never-twice role turns) (equal (car turns) role) role)
           (not (equal (cadr turns) role)))
  :rule-classes nil)

(defthm never-twice-cdr (implies (never-twice role turns) (never-twice role (cdr turns))))

(defthm turns-are-of-roles
  (implies (and (all-among turns '(x o)) (car (turns-left position turns)))
           (among (car (turns-left position turns)) '(x o)))
  :hints (("Goal" :in-theory (enable turns-left)))
  :rule-classes nil)

(defthm play-goes-on
  (implies (and (boardp game) (not (outcome position game))) (mover position game))
  :hints (("Goal" :in-theory (enable outcome)))
  :rule-classes nil)

(in-theory (disable never-twice))

(defthm held-stays
  (implies (and (held pairs position game breaker)
                (not (outcome position game))
                (vacant move position)
                (implies (equal (mover position game) breaker)
                         (equal move (answer pairs position breaker))))
           (held pairs (after move position game) game breaker))
  :hints (("Goal"
           :in-theory (enable after mover)
           :use (play-goes-on
                 (:instance turns-are-of-roles (turns (at 2 game)))
                 (:instance turns-alternate (role (other breaker))
                            (turns (turns-left position (at 2 game))))))))

(defthm the-answer-is-a-move
  (implies (and (held pairs position game breaker) (not (outcome position game)))
           (vacant (answer pairs position breaker) position))
  :hints (("Goal" :in-theory (enable mover)
           :use (play-goes-on
                 (:instance a-turn-has-a-square (n 0) (turns (at 2 game)))))))

; --- so a plan secures the claim ----------------------------------------------------------------

(in-theory (disable held among-free vacant))

(defun plan-for (move moves plans)
  (cond ((atom moves) nil)
        ((equal move (car moves)) (car plans))
        (t (plan-for move (cdr moves) (cdr plans)))))

(defthm a-plan-for-each
  (implies (and (plans-ok plans moves position game breaker) (among move moves))
           (plan-ok (plan-for move moves plans) (after move position game) game breaker))
  :rule-classes nil)

(defun planned-move (plan position game breaker)
  (cond ((eq (car plan) 'pairs) (answer (cdr plan) position breaker))
        ((equal (mover position game) breaker) (car plan))
        (t (car (legal-moves position game)))))

(defun planned-next (move plan position game breaker)
  (cond ((eq (car plan) 'pairs) plan)
        ((equal (mover position game) breaker) (cdr plan))
        (t (plan-for move (legal-moves position game) plan))))

(defthm legal-is-vacant
  (implies (boardp game)
           (iff (among move (legal-moves position game)) (vacant move position)))
  :hints (("Goal" :in-theory (enable legal-moves among-free))))

(defthm a-plan-goes-on
  (implies (and (plan-ok plan position game breaker)
                (boardp game)
                (not (outcome position game))
                (among move (legal-moves position game))
                (implies (equal (mover position game) breaker)
                         (equal move (planned-move plan position game breaker))))
           (plan-ok (planned-next move plan position game breaker)
                    (after move position game) game breaker))
  :hints (("Goal" :expand ((plan-ok plan position game breaker)
                           (:free (after) (plan-ok plan after game breaker)))
           :in-theory (disable allows)
           :use ((:instance held-stays (pairs (cdr plan)))
                 (:instance held-ends (pairs (cdr plan)) (position (after move position game)))
                 (:instance a-plan-for-each (plans plan) (moves (legal-moves position game))))))
  :rule-classes nil)

(defthm a-planned-move-is-legal
  (implies (and (plan-ok plan position game breaker) (boardp game) (not (outcome position game)))
           (among (planned-move plan position game breaker) (legal-moves position game)))
  :hints (("Goal" :expand (plan-ok plan position game breaker)
           :use ((:instance the-answer-is-a-move (pairs (cdr plan))))
           :in-theory (e/d (legal-moves among-free) (the-answer-is-a-move among)))))

(defthm planned-ends
  (implies (and (plan-ok plan position game breaker) (outcome position game))
           (allows (list 'never breaker 'loses) (outcome position game)))
  :hints (("Goal" :expand (plan-ok plan position game breaker))))

(defthm fewer-turns-are-left
  (implies (and (boardp game)
                (true-listp (at 2 game))
                (not (outcome position game))
                (vacant move position))
           (< (len (turns-left (after move position game) (at 2 game)))
              (len (turns-left position (at 2 game)))))
  :hints (("Goal" :in-theory (enable after mover) :use play-goes-on)))

(defun-sk planned (position game breaker) (exists plan (plan-ok plan position game breaker)))

(in-theory (disable planned planned-move planned-next plan-ok boardp allows))

(defthm a-plan-keeps-from-losing
  (implies (keeps-from-losing plan game breaker)
           (secures (len (at 2 game)) (opening game) game breaker (list 'never breaker 'loses)))
  :hints (("Goal"
           :in-theory (disable secures)
           :use ((:functional-instance
                  (:instance an-invariant-secures (role breaker) (position (opening game))
                             (claim (list 'never breaker 'loses)) (n (len (at 2 game))))
                  (inv (lambda (position data game role claim)
                         (and (boardp game)
                              (true-listp (at 2 game))
                              (equal claim (list 'never role 'loses))
                              (planned position game role))))
                  (pick (lambda (position data game role claim)
                          (planned-move (planned-witness position game role)
                                        position game role)))
                  (left (lambda (position data game role claim)
                          (len (turns-left position (at 2 game))))))
                 (:instance planned-suff (position (opening game)))))
          '(:in-theory (enable planned)
            :use ((:instance a-plan-goes-on
                             (plan (planned-witness position game role)) (breaker role))
                  (:instance planned-suff
                             (plan (planned-next move (planned-witness position game role)
                                                 position game role))
                             (position (after move position game)) (breaker role))))))
