; What is asked of a certificate, and printed of one that is accepted: the game, who keeps to listed
; moves, the claim, and, as the last line of all, CERTIFIED. Nothing can be printed after it: ACL2 ends.
;
; *data* is the tree or the plan. No name can be a line of its own: a word stands before it.

(in-package "ACL2")
(include-book "pairs")
(include-book "rules")

(defmacro accepts (kind game keepers claim)
  (if (eq kind 'plan)
      `(and (equal ',claim (list 'never ',(car keepers) 'loses))
            (keeps-from-losing *data* ,game ',(car keepers)))
    `(let ((game ,game))
       (and (or (boardp game) (stratified (at 3 game)))
            (certifies *data* game ',keepers ',claim)))))

(defun in-words (form game)
  (cond ((not (eq (car form) 'quote)) form)
        ((boardp game)
         (list 'board (len (at 1 game)) 'squares (len (at 3 game)) 'lines-of-x (len (at 4 game))
               'lines-of-o 'if-x (at 5 game) 'if-o (at 6 game) 'if-full (at 7 game)))
        (t '(ground rules))))

(defmacro ask (kind game keepers claim)
  `(pprogn (set-fmt-hard-right-margin 100000 state) ; each on one line
           (set-fmt-soft-right-margin 100000 state)
           (prog2$ (if (accepts ,kind ,game ,keepers ,claim)
                       (cw "~%game ~x0~%keepers ~x1~%claim ~x2~%CERTIFIED~%"
                           (in-words ',game ,game) ',keepers ',claim)
                     (cw "~%REJECTED~%"))
                   (prog2$ (good-bye 0) state))))
