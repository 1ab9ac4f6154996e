; The checker of a certificate: is every position that can occur listed, and as claimed if it ends?
;
; (certifies tree game keepers claim) goes through all positions that the tree lists, once. It asks of
; each that is an end whether the claim allows it; and of each that is none whether there is a move,
; whether moves listed for a keeper who has a choice are legal, and whether all that may be played
; lead to listed positions of lower rank.

(in-package "ACL2")
(include-book "game")
(set-verify-guards-eagerness 2)

(defun all-among (items list)
  (or (atom items) (and (among (car items) list) (all-among (cdr items) list))))

(defun lead-to-lower (moves rank position game tree)
  (declare (xargs :guard (natp rank)))
  (or (atom moves)
      (let ((entry (listed (after (car moves) position game) tree)))
        (and (consp entry)
             (natp (car entry))
             (< (car entry) rank)
             (lead-to-lower (cdr moves) rank position game tree)))))

(defun position-ok (position rank moves game keepers claim tree)
  (declare (xargs :guard (natp rank)))
  (let ((outcome (outcome position game)))
    (if outcome
        (allows claim outcome)
      (let ((legal (legal-moves position game)))
        (if (and (among (mover position game) keepers) (consp legal) (consp (cdr legal)))
            (and (consp moves)
                 (all-among moves legal)
                 (lead-to-lower moves rank position game tree))
          (and (consp legal) (lead-to-lower legal rank position game tree)))))))

(defun positions-ok (branch marks game keepers claim tree)
  (declare (xargs :guard (true-listp marks)))
  (cond ((atom branch) t)
        ((natp (car branch))
         (position-ok (revappend marks nil) (car branch) (cdr branch) game keepers claim tree))
        (t (and (positions-ok (car branch) (cons nil marks) game keepers claim tree)
                (or (atom (cdr branch))
                    (and (positions-ok (cadr branch) (cons 'o marks) game keepers claim tree)
                         (positions-ok (cddr branch) (cons 'x marks) game keepers claim tree)))))))

(defun certifies (tree game keepers claim)
  (and (listed (opening game) tree)
       (positions-ok tree nil game keepers claim tree)))
