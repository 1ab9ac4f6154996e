; Replies, and pairings behind them: who has them never loses.
;
; The breaker keeps the maker from completing a line. A plan for it is one of
;
;   (move NUMBER . PLAN)              its move, and a plan for what comes then
;   (answers (NUMBER . PLAN) ...)     a plan for each legal move of the maker, in this order
;   (pairs (NUMBER NUMBER) ...)       disjoint pairs of free squares: whenever the maker marks one of
;                                     a pair, the breaker marks the other

(in-package "ACL2")
(include-book "value")

; --- what is checked --------------------------------------------------------------------------

(defun squares-of (pairs)
  (if (consp pairs) (list* (caar pairs) (cadar pairs) (squares-of (cdr pairs))) nil))

(defun all-free (squares position)
  (or (endp squares) (and (legal (car squares) position) (all-free (cdr squares) position))))

(defun has-pair (line pairs)
  (and (consp pairs)
       (or (and (member-equal (caar pairs) line) (member-equal (cadar pairs) line))
           (has-pair line (cdr pairs)))))

(defun has-mark (role line position)
  (and (consp line)
       (or (eq (nth (car line) position) role) (has-mark role (cdr line) position))))

(defun lines-held (lines pairs position breaker)
  (or (endp lines)
      (and (or (has-mark breaker (car lines) position) (has-pair (car lines) pairs))
           (lines-held (cdr lines) pairs position breaker))))

(defun never-twice (role turns)
  (or (endp turns)
      (and (not (and (eq (car turns) role) (eq (cadr turns) role)))
           (never-twice role (cdr turns)))))

(defun pairing-ok (pairs position game breaker)
  (and (eq (completing game) 'wins)
       (not (eq (full game) (other breaker)))
       (never-twice (other breaker) (turns-left position (turns game)))
       (<= (len (turns-left position (turns game))) (free-squares position))
       (all-free (squares-of pairs) position)
       (no-duplicatesp-equal (squares-of pairs))
       (lines-held (lines-of (other breaker) game) pairs position breaker)))

(mutual-recursion
 (defun plan-ok (plan position game breaker)
   (declare (xargs :measure (acl2-count plan)))
   (cond ((outcome position game)
          (allows (list 'never breaker 'loses) (outcome position game)))
         ((atom plan) nil)
         ((eq (car plan) 'pairs) (pairing-ok (cdr plan) position game breaker))
         ((atom (cdr plan)) nil)
         ((eq (mover position game) breaker)
          (and (eq (car plan) 'move)
               (legal (cadr plan) position)
               (plan-ok (cddr plan) (after (cadr plan) position game) game breaker)))
         (t (and (eq (car plan) 'answers)
                 (answers-ok (cdr plan) (legal-moves position 0) position game breaker)))))
 (defun answers-ok (answers moves position game breaker)
   (declare (xargs :measure (acl2-count answers)))
   (if (or (atom answers) (atom (car answers)) (endp moves))
       (and (endp moves) (null answers))
     (and (equal (caar answers) (car moves))
          (plan-ok (cdar answers) (after (car moves) position game) game breaker)
          (answers-ok (cdr answers) (cdr moves) position game breaker)))))

(defun keeps-from-losing (plan game breaker)
  (and (gamep game)
       (member-eq breaker '(x o))
       (plan-ok plan (opening game) game breaker)))

; --- a pairing holds --------------------------------------------------------------------------

; A pair is good if both squares are free, or the breaker has marked one; it may have to be
; answered if the breaker is to move: then one of them is free.

(defun good (pair position breaker)
  (or (and (legal (car pair) position) (legal (cadr pair) position))
      (eq (nth (car pair) position) breaker)
      (eq (nth (cadr pair) position) breaker)))

(defun open-pair (pair position breaker)
  (or (good pair position breaker)
      (legal (car pair) position)
      (legal (cadr pair) position)))

(defun pairs-open (pairs position breaker)
  (or (endp pairs)
      (and (open-pair (car pairs) position breaker) (pairs-open (cdr pairs) position breaker))))

(defun threats (pairs position breaker)
  (cond ((endp pairs) 0)
        ((good (car pairs) position breaker) (threats (cdr pairs) position breaker))
        (t (1+ (threats (cdr pairs) position breaker)))))

(defun answer (pairs position breaker)
  (cond ((endp pairs) (car (legal-moves position 0)))
        ((good (car pairs) position breaker) (answer (cdr pairs) position breaker))
        ((legal (caar pairs) position) (caar pairs))
        (t (cadar pairs))))

(defun held (pairs position game breaker)
  (and (positionp position)
       (equal (len position) (len (opening game)))
       (<= (len (turns-left position (turns game))) (free-squares position))
       (never-twice (other breaker) (turns-left position (turns game)))
       (nat-listp (squares-of pairs))
       (pairs-open pairs position breaker)
       (no-duplicatesp-equal (squares-of pairs))
       (lines-held (lines-of (other breaker) game) pairs position breaker)
       (<= (threats pairs position breaker) (if (eq (mover position game) (other breaker)) 0 1))))

; Nobody completes a line that is held.

(defthm marked-squares
  (implies (and (marked role line position) (member-equal square line))
           (equal (nth square position) role)))

(defthm a-mark-of-the-other
  (implies (and (has-mark role line position) (not (equal role other)))
           (not (marked other line position))))

(defthm a-pair-of-which-one-is-open
  (implies (and (pairs-open pairs position breaker)
                (has-pair line pairs)
                maker (not (equal maker breaker)))
           (not (marked maker line position)))
  :hints (("Goal" :in-theory (enable legal) :induct (has-pair line pairs))
          ("Subgoal *1/2" :use ((:instance marked-squares (role maker) (square (caar pairs)))
                                (:instance marked-squares (role maker) (square (cadar pairs)))))))

(defthm held-lines-are-not-completed
  (implies (and (lines-held lines pairs position breaker)
                (pairs-open pairs position breaker)
                maker (not (equal maker breaker)))
           (not (completed maker lines position))))

; A mark of the breaker's keeps what is good and open, and its answer leaves no threat.

(defthm legal-is-natural
  (implies (legal move position) (natp move))
  :hints (("Goal" :in-theory (enable legal)))
  :rule-classes :forward-chaining)

(defthm legal-after-a-mark
  (implies (and (legal move position) mark (natp square))
           (equal (legal square (update-nth move mark position))
                  (and (legal square position) (not (equal square move)))))
  :hints (("Goal" :in-theory (enable legal))))

(defthm marks-stay
  (implies (and (legal move position) role (natp square)
                (equal (nth square position) role))
           (equal (nth square (update-nth move mark position)) role))
  :hints (("Goal" :in-theory (enable legal))))

(defthm nth-of-legal
  (implies (legal move position) (equal (nth move position) nil))
  :hints (("Goal" :in-theory (enable legal))))

(defthm good-after-breaker
  (implies (and (legal move position) breaker (natp (car pair)) (natp (cadr pair))
                (good pair position breaker))
           (good pair (update-nth move breaker position) breaker)))

(defthm open-after-breaker
  (implies (and (legal move position) breaker (natp (car pair)) (natp (cadr pair))
                (open-pair pair position breaker))
           (open-pair pair (update-nth move breaker position) breaker)))

(in-theory (disable good open-pair))

(defthm pairs-open-after-breaker
  (implies (and (legal move position) breaker (nat-listp (squares-of pairs))
                (pairs-open pairs position breaker))
           (pairs-open pairs (update-nth move breaker position) breaker)))

(defthm no-more-threats-after-breaker
  (implies (and (legal move position) breaker (nat-listp (squares-of pairs)))
           (<= (threats pairs (update-nth move breaker position) breaker)
               (threats pairs position breaker)))
  :rule-classes :linear)

(defthm answered-is-good
  (implies (and (legal square position) breaker
                (or (equal square (car pair)) (equal square (cadr pair))))
           (good pair (update-nth square breaker position) breaker))
  :hints (("Goal" :in-theory (enable good))))

(defthm answer-is-legal
  (implies (and (pairs-open pairs position breaker)
                (consp (legal-moves position 0)) (true-listp position))
           (legal (answer pairs position breaker) position))
  :hints (("Goal" :in-theory (enable open-pair))))

(defthm answer-to-a-threat-is-legal
  (implies (and (pairs-open pairs position breaker) (< 0 (threats pairs position breaker)))
           (legal (answer pairs position breaker) position))
  :hints (("Goal" :in-theory (enable open-pair))))

(defthm the-answer-leaves-fewer-threats
  (implies (and (pairs-open pairs position breaker)
                breaker (nat-listp (squares-of pairs))
                (< 0 (threats pairs position breaker)))
           (< (threats pairs (update-nth (answer pairs position breaker) breaker position) breaker)
              (threats pairs position breaker)))
  :hints (("Goal" :in-theory (enable open-pair)))
  :rule-classes :linear)

; A mark of the maker's is a threat to one pair at most.

(defun occurrences (x list)
  (cond ((endp list) 0)
        ((equal x (car list)) (1+ (occurrences x (cdr list))))
        (t (occurrences x (cdr list)))))

(defthm no-occurrences
  (implies (not (member-equal x list)) (equal (occurrences x list) 0)))

(defthm occurrences-without-duplicates
  (implies (no-duplicatesp-equal list) (<= (occurrences x list) 1))
  :rule-classes :linear)

(defthm good-after-maker
  (implies (and (legal move position) maker breaker (natp (car pair)) (natp (cadr pair))
                (not (equal move (car pair))) (not (equal move (cadr pair)))
                (good pair position breaker))
           (good pair (update-nth move maker position) breaker))
  :hints (("Goal" :in-theory (enable good))))

(defthm open-after-maker
  (implies (and (legal move position) maker breaker (natp (car pair)) (natp (cadr pair))
                (not (equal (car pair) (cadr pair)))
                (good pair position breaker))
           (open-pair pair (update-nth move maker position) breaker))
  :hints (("Goal" :in-theory (enable good open-pair))))

(defthm threats-after-maker
  (implies (and (legal move position) maker breaker (nat-listp (squares-of pairs)))
           (<= (threats pairs (update-nth move maker position) breaker)
               (+ (threats pairs position breaker) (occurrences move (squares-of pairs)))))
  :rule-classes :linear)

(defthm pairs-open-after-maker
  (implies (and (legal move position) maker breaker (nat-listp (squares-of pairs))
                (no-duplicatesp-equal (squares-of pairs))
                (equal (threats pairs position breaker) 0))
           (pairs-open pairs (update-nth move maker position) breaker)))

(defthm has-mark-after
  (implies (and (legal move position) role (nat-listp line) (has-mark role line position))
           (has-mark role line (update-nth move mark position))))

(defthm lines-held-after
  (implies (and (legal move position) breaker (linesp lines)
                (lines-held lines pairs position breaker))
           (lines-held lines pairs (update-nth move mark position) breaker)))

; A turn.

(defthm cdr-turns-left
  (equal (turns-left position (cdr turns)) (cdr (turns-left position turns))))

(defthm turns-left-after
  (implies (and (legal move position) mark)
           (equal (turns-left (update-nth move mark position) turns)
                  (cdr (turns-left position turns))))
  :hints (("Goal" :in-theory (enable legal nth))))

(defthm never-twice-cdr
  (implies (never-twice role turns) (never-twice role (cdr turns))))

(defthm somebody-can-move
  (implies (and (true-listp position) (< 0 (free-squares position)))
           (consp (legal-moves position number)))
  :hints (("Goal" :in-theory (enable legal-moves))))

(defthm turns-are-the-movers
  (implies (and (gamep game) (mover position game))
           (consp (turns-left position (turns game))))
  :hints (("Goal" :in-theory (enable mover))))

(defthm linesp-of-a-game
  (implies (gamep game) (linesp (lines-of role game)))
  :hints (("Goal" :in-theory (enable gamep lines-of))))

(defun fair (game breaker)
  (and (gamep game)
       (member-equal breaker '(x o))
       (eq (completing game) 'wins)
       (not (eq (full game) (other breaker)))))

(defthm ends-of-held-positions
  (implies (and (fair game breaker) (held pairs position game breaker) (outcome position game))
           (allows (list 'never breaker 'loses) (outcome position game)))
  :hints (("Goal" :in-theory (enable outcome allows)
                  :use ((:instance held-lines-are-not-completed
                                   (maker (other breaker))
                                   (lines (lines-of (other breaker) game)))))))

(defthm a-mark-makes-a-position
  (implies (and (positionp position) (legal move position) (member-equal mark '(x o)))
           (and (positionp (update-nth move mark position))
                (equal (len (update-nth move mark position)) (len position))))
  :hints (("Goal" :in-theory (enable legal))))

(defthm somebody-is-the-mover
  (implies (and (gamep game) (not (outcome position game)))
           (consp (turns-left position (turns game))))
  :hints (("Goal" :use somebody-moves :in-theory (disable somebody-moves))))

(defthm not-twice
  (implies (and (never-twice role turns) (consp turns) (equal (car turns) role))
           (not (equal (cadr turns) role))))

(defthm turns-are-of-roles
  (implies (and (gamep game) (consp (turns-left position (turns game))))
           (member-equal (car (turns-left position (turns game))) '(x o)))
  :hints (("Goal" :in-theory (enable gamep)
                  :use ((:instance role-of-turns (turns (turns game))))))
  :rule-classes nil)

(in-theory (disable answer threats pairs-open lines-held never-twice turns-left squares-of))

(defthm answer-of-held
  (implies (and (gamep game)
                (held pairs position game breaker)
                (not (outcome position game)))
           (legal (answer pairs position breaker) position))
  :hints (("Goal" :use (somebody-is-the-mover (:instance somebody-can-move (number 0)))
                  :expand (len (turns-left position (turns game)))
                  :in-theory (disable somebody-is-the-mover somebody-can-move))))

(defthm held-after-breaker
  (implies (and (fair game breaker)
                (held pairs position game breaker)
                (not (outcome position game))
                (equal (mover position game) breaker))
           (held pairs (after (answer pairs position breaker) position game) game breaker))
  :hints (("Goal" :in-theory (e/d (after mover) (answer-of-held the-answer-leaves-fewer-threats))
                  :use (answer-of-held the-answer-leaves-fewer-threats))))

(defthm held-after-maker
  (implies (and (fair game breaker)
                (held pairs position game breaker)
                (not (outcome position game))
                (not (equal (mover position game) breaker))
                (legal move position))
           (held pairs (after move position game) game breaker))
  :hints (("Goal" :in-theory (enable after mover) :use turns-are-of-roles)))

; --- so it secures the claim ------------------------------------------------------------------

(in-theory (disable held fair other legal-moves))

(defthm all-legal-moves-are-legal
  (implies (true-listp position) (all-legal (legal-moves position 0) position)))

(defthm fair-is-a-game
  (implies (fair game breaker) (gamep game))
  :hints (("Goal" :in-theory (enable fair)))
  :rule-classes :forward-chaining)

(defthm held-is-a-position
  (implies (held pairs position game breaker) (and (positionp position) (true-listp position)))
  :hints (("Goal" :in-theory (enable held)))
  :rule-classes :forward-chaining)

(defthm a-legal-move-takes-one-of-the-squares
  (implies (legal move position) (< 0 (free-squares position)))
  :hints (("Goal" :in-theory (enable legal nth)))
  :rule-classes :forward-chaining)

(defthm answer-is-among-the-moves
  (implies (and (gamep game)
                (held pairs position game breaker)
                (not (outcome position game)))
           (member-equal (answer pairs position breaker) (legal-moves position 0))))

(defthm held-secures-all
  (implies (and (fair game breaker)
                (held pairs position game breaker)
                (<= (free-squares position) (nfix moves-left)))
           (case which
             (secures (secures moves-left position game breaker (list 'never breaker 'loses)))
             (some (implies (and (not (outcome position game))
                                 (all-legal moves position)
                                 (equal (mover position game) breaker)
                                 (member-equal (answer pairs position breaker) moves))
                            (secures-by-some moves moves-left position game breaker
                                             (list 'never breaker 'loses))))
             (each (implies (and (not (outcome position game))
                                 (all-legal moves position)
                                 (not (equal (mover position game) breaker)))
                            (secures-by-each moves moves-left position game breaker
                                             (list 'never breaker 'loses))))
             (t t)))
  :hints (("Goal" :induct (all-three which moves moves-left position game breaker)
                  :in-theory (disable allows outcome after answer-of-held))
          '(:use (answer-of-held)))
  :rule-classes nil)

(defthm held-secures
  (implies (and (fair game breaker)
                (held pairs position game breaker)
                (<= (free-squares position) (nfix moves-left)))
           (secures moves-left position game breaker (list 'never breaker 'loses)))
  :hints (("Goal" :use ((:instance held-secures-all (which 'secures))))))

(defthm a-pairing-is-open
  (implies (all-free (squares-of pairs) position)
           (and (pairs-open pairs position breaker)
                (equal (threats pairs position breaker) 0)
                (nat-listp (squares-of pairs))))
  :hints (("Goal" :in-theory (enable pairs-open threats squares-of good open-pair))))

(defthm a-pairing-is-held
  (implies (and (pairing-ok pairs position game breaker)
                (positionp position)
                (equal (len position) (len (opening game))))
           (held pairs position game breaker))
  :hints (("Goal" :in-theory (enable held))))

(defun rolep (role) (member-equal role '(x o)))

(defthm a-pairing-is-fair
  (implies (and (gamep game)
                (rolep breaker)
                (pairing-ok pairs position game breaker))
           (fair game breaker))
  :hints (("Goal" :in-theory (enable fair)))
  :rule-classes nil)

(defun along-plan (which plan moves moves-left position game breaker)
  (declare (xargs :measure (acl2-count plan) :verify-guards nil))
  (if (eq which 'plan)
      (cond ((or (outcome position game) (atom plan) (eq (car plan) 'pairs) (atom (cdr plan)))
             moves-left)
            ((eq (mover position game) breaker)
             (along-plan 'plan (cddr plan) nil (1- moves-left)
                         (after (cadr plan) position game) game breaker))
            (t (along-plan 'answers (cdr plan) (legal-moves position 0) moves-left
                           position game breaker)))
    (if (or (atom plan) (atom (car plan)) (endp moves))
        nil
      (list (along-plan 'plan (cdar plan) nil (1- moves-left)
                        (after (car moves) position game) game breaker)
            (along-plan 'answers (cdr plan) (cdr moves) moves-left position game breaker)))))

(defthm some-move-secures
  (implies (and (member-equal move moves)
                (not (zp moves-left))
                (secures (1- moves-left) (after move position game) game role claim))
           (secures-by-some moves moves-left position game role claim))
  :hints (("Goal" :in-theory (disable after allows outcome))))

(in-theory (disable rolep))

(defthm plans-secure-all
  (implies (and (gamep game)
                (rolep breaker)
                (positionp position)
                (equal (len position) (len (opening game)))
                (<= (free-squares position) (nfix moves-left)))
           (if (eq which 'plan)
               (implies (plan-ok plan position game breaker)
                        (secures moves-left position game breaker (list 'never breaker 'loses)))
             (implies (and (answers-ok plan moves position game breaker)
                           (not (outcome position game))
                           (all-legal moves position))
                      (secures-by-each moves moves-left position game breaker
                                       (list 'never breaker 'loses)))))
  :hints (("Goal" :induct (along-plan which plan moves moves-left position game breaker)
                  :in-theory (disable allows outcome after pairing-ok held-secures
                                      some-move-secures)
                  :expand ((:free (breaker claim)
                                  (secures moves-left position game breaker claim))
                           (:free (breaker claim)
                                  (secures-by-each moves moves-left position game breaker claim))
                           (:free (breaker) (plan-ok plan position game breaker))
                           (:free (breaker) (answers-ok plan moves position game breaker))))
          '(:use ((:instance held-secures (pairs (cdr plan)))
                  (:instance somebody-moves)
                  (:instance some-move-secures
                             (move (cadr plan)) (moves (legal-moves position 0))
                             (role breaker) (claim (list 'never breaker 'loses)))
                  (:instance a-pairing-is-fair (pairs (cdr plan))))))
  :rule-classes nil)

; The breaker never loses, whatever the maker does.

(defthm a-plan-keeps-from-losing
  (implies (keeps-from-losing plan game breaker)
           (secures (len (opening game)) (opening game) game breaker (list 'never breaker 'loses)))
  :hints (("Goal" :in-theory (enable gamep rolep)
                  :use ((:instance plans-secure-all (which 'plan) (position (opening game))
                                   (moves-left (len (opening game))))))))
