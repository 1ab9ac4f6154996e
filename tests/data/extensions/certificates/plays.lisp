; How many plays of tic-tac-toe there are.
(mutual-recursion
 (defun plays (position game)
   (declare (xargs :mode :program))
   (if (outcome position game) 1 (plays-by (legal-moves position game) position game)))
 (defun plays-by (moves position game)
   (declare (xargs :mode :program))
   (if (endp moves)
       0
     (+ (plays (after (car moves) position game) game)
        (plays-by (cdr moves) position game)))))
(cw "~%PLAYS ~x0~%" (plays (opening (mnk 3 3 3)) (mnk 3 3 3)))
