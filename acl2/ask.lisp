; What is printed when a certificate is accepted: the game, who keeps to listed moves, the claim.
;
; *data* is the tree, the plan or the listing.

(in-package "ACL2")
(include-book "pairs")
(include-book "rules")

(defun said (accepted game form keepers claim)
  (declare (xargs :mode :program))
  (if accepted
      (cw "~%CERTIFIED~%game ~x0~%keepers ~x1~%claim ~x2~%END~%"
          (if (consp form) form (list 'squares (len (first game)) 'lines (len (third game))
                                      (len (fourth game))))
          keepers claim)
    (cw "~%REJECTED~%END~%")))

(defmacro ask-tree (game keepers claim)
  `(let ((game ,game))
     (said (certifies *data* game ',keepers ',claim)
           game ',(if (eq (car game) 'quote) nil game) ',keepers ',claim)))

(defmacro ask-plan (game keepers claim)
  `(let ((game ,game))
     (said (and (equal ',claim (list 'never (car ',keepers) 'loses))
                (keeps-from-losing *data* game (car ',keepers)))
           game ',(if (eq (car game) 'quote) nil game) ',keepers ',claim)))

(defmacro ask-rules (game keepers claim)
  `(let ((game ,game))
     (said (rules-certify (make-fast-alist *data*) game ',keepers ',claim)
           game '(ground rules) ',keepers ',claim)))
