; The checker of a certificate: is every position that can occur listed, and as claimed if it ends?
;
; (certifies tree game keepers claim) goes through all positions that are listed in the tree, once.
; It asks of each that is an end whether the claim allows it; of each that is none whether there is
; a move, whether the moves listed for a keeper who has a choice are legal, and whether every
; position is listed that the moves lead to which may be played.

(in-package "ACL2")
(include-book "guards")

(defun all-legal (moves position)
  (declare (xargs :guard (true-listp position)))
  (if (consp moves)
      (and (legal (car moves) position) (all-legal (cdr moves) position))
    (null moves)))

(defun all-lead-to-listed (moves position game tree)
  (declare (xargs :guard (and (positionp position) (gamep game) (all-legal moves position))))
  (or (endp moves)
      (and (listed (after (car moves) position game) tree)
           (all-lead-to-listed (cdr moves) position game tree))))

(defun position-ok (position entry game keepers claim tree)
  (declare (xargs :guard (and (positionp position) (gamep game) (rolesp keepers) (claimp claim)
                              (consp entry))
                  :verify-guards nil))
  (let ((outcome (outcome position game)))
    (if outcome
        (allows claim outcome)
      (let ((moves (legal-moves position 0)))
        (and (consp moves)
             (if (and (member-eq (mover position game) keepers) (consp (cdr moves)))
                 (and (consp (car entry))
                      (all-legal (car entry) position)
                      (all-lead-to-listed (car entry) position game tree))
               (all-lead-to-listed moves position game tree)))))))

(defun positions-ok (branch left marks game keepers claim tree)
  (declare (xargs :guard (and (true-listp left) (positionp marks) (gamep game) (rolesp keepers)
                              (claimp claim))
                  :verify-guards nil))
  (cond ((atom branch) t)
        ((endp left) (position-ok (revappend marks nil) branch game keepers claim tree))
        (t (and (positions-ok (car branch) (cdr left) (cons nil marks) game keepers claim tree)
                (or (atom (cdr branch))
                    (and (positions-ok (cadr branch) (cdr left) (cons 'x marks)
                                       game keepers claim tree)
                         (positions-ok (cddr branch) (cdr left) (cons 'o marks)
                                       game keepers claim tree)))))))

(defun certifies (tree game keepers claim)
  (declare (xargs :guard t :verify-guards nil))
  (and (gamep game)
       (rolesp keepers)
       (claimp claim)
       (consp (listed (opening game) tree))
       (positions-ok tree (opening game) nil game keepers claim tree)))

; The moves of legal-moves are the legal ones.

(defun shifted-legal (move position number)
  (and (natp move) (<= number move) (legal (- move number) position)))

(defthm member-legal-moves-from
  (implies (and (natp number) (true-listp position))
           (iff (member-equal move (legal-moves position number))
                (shifted-legal move position number)))
  :hints (("Goal" :in-theory (enable nth))))

(defthm member-legal-moves
  (implies (true-listp position)
           (iff (member-equal move (legal-moves position 0)) (legal move position))))

(defthm all-legal-if-members
  (implies (and (true-listp moves) (true-listp position)
                (subsetp-equal moves (legal-moves position 0)))
           (all-legal moves position))
  :hints (("Goal" :in-theory (disable legal legal-moves))))

(defthm true-listp-legal-moves (true-listp (legal-moves position number)))

(defthm subsetp-cons (implies (subsetp-equal a b) (subsetp-equal a (cons c b))))
(defthm subsetp-reflexive (subsetp-equal a a))

(defthm all-legal-legal-moves
  (implies (true-listp position) (all-legal (legal-moves position 0) position))
  :hints (("Goal" :in-theory (disable legal legal-moves all-legal)
           :use ((:instance all-legal-if-members (moves (legal-moves position 0)))))))

(defthm positionp-update-nth
  (implies (and (positionp position) (natp move) (< move (len position)) (member-equal mark '(x o nil)))
           (positionp (update-nth move mark position))))

(defthm positionp-revappend
  (implies (and (positionp a) (positionp b)) (positionp (revappend a b))))

(defthm role-of-turns
  (implies (and (rolesp turns) (turns-left position turns))
           (member-equal (car (turns-left position turns)) '(x o))))

(defthm consp-listed-or-nil
  (or (consp (listed position tree)) (equal (listed position tree) nil))
  :rule-classes :type-prescription)

(verify-guards position-ok
  :hints (("Goal" :in-theory (disable legal-moves legal))))
(verify-guards positions-ok
  :hints (("Goal" :in-theory (disable position-ok))))
(verify-guards certifies)
