; The functions of game.lisp are only called on what they are meant for, and so run as compiled.

(in-package "ACL2")
(include-book "game")

(defthm rolesp-turns-left
  (implies (rolesp turns) (rolesp (turns-left position turns))))

(defthm true-listp-turns-left
  (implies (true-listp turns) (true-listp (turns-left position turns))))

(defthm rolesp-is-true-listp
  (implies (rolesp roles) (true-listp roles)))

(defthm turns-left-is-nil
  (implies (and (rolesp turns) (not (consp (turns-left position turns))))
           (equal (turns-left position turns) nil)))

(defthm positionp-is-true-listp
  (implies (positionp position) (true-listp position)))

(verify-guards opening)
(verify-guards turns)
(verify-guards completing)
(verify-guards full)
(verify-guards lines-of)
(verify-guards other)
(verify-guards positionp)
(verify-guards rolesp)
(verify-guards linesp)
(verify-guards gamep)
(verify-guards marked)
(verify-guards completed)
(verify-guards turns-left)
(in-theory (disable nth))
(verify-guards mover)
(verify-guards outcome)
(verify-guards legal)
(verify-guards legal-moves)
(verify-guards after)
(verify-guards listed)
(verify-guards claimp)
(verify-guards allows)
