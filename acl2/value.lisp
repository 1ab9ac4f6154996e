; What a certificate means without the certificate: what the best play of a role comes to.

(in-package "ACL2")
(include-book "sound")

; Role can see to it, whatever the other one does, that play ends in so many moves, as claimed.

(mutual-recursion
 (defun secures (moves-left position game role claim)
   (declare (xargs :measure (make-ord 1 (+ 2 (* 2 (nfix moves-left))) 0) :verify-guards nil))
   (cond ((outcome position game) (allows claim (outcome position game)))
         ((zp moves-left) nil)
         ((eq (mover position game) role)
          (secures-by-some (legal-moves position 0) moves-left position game role claim))
         (t (secures-by-each (legal-moves position 0) moves-left position game role claim))))
 (defun secures-by-some (moves moves-left position game role claim)
   (declare (xargs :measure (make-ord 1 (+ 1 (* 2 (nfix moves-left))) (len moves))))
   (and (consp moves)
        (not (zp moves-left))
        (or (secures (1- moves-left) (after (car moves) position game) game role claim)
            (secures-by-some (cdr moves) moves-left position game role claim))))
 (defun secures-by-each (moves moves-left position game role claim)
   (declare (xargs :measure (make-ord 1 (+ 1 (* 2 (nfix moves-left))) (len moves))))
   (or (endp moves)
       (and (not (zp moves-left))
            (secures (1- moves-left) (after (car moves) position game) game role claim)
            (secures-by-each (cdr moves) moves-left position game role claim)))))

; Proofs go through the three at once.

(defun all-three (which moves moves-left position game role)
  (declare (xargs :measure (make-ord 1
                                     (+ (if (eq which 'secures) 2 1) (* 2 (nfix moves-left)))
                                     (if (eq which 'secures) 0 (len moves)))
                  :verify-guards nil))
  (cond ((eq which 'secures)
         (cond ((or (outcome position game) (zp moves-left)) nil)
               ((eq (mover position game) role)
                (all-three 'some (legal-moves position 0) moves-left position game role))
               (t (all-three 'each (legal-moves position 0) moves-left position game role))))
        ((or (endp moves) (zp moves-left)) nil)
        (t (list (all-three 'secures nil (1- moves-left) (after (car moves) position game) game role)
                 (all-three which (cdr moves) moves-left position game role)))))

(local (in-theory (disable certifies opening after listed outcome allows mover legal-moves)))

(local
 (defthm a-legal-move-has-a-square
   (implies (legal move position) (< 0 (free-squares position)))
   :hints (("Goal" :in-theory (enable legal nth)))
   :rule-classes :forward-chaining))

(local
 (defthm others-play-as-they-like
   (implies (and (legal move position) (not (equal (mover position game) role)))
            (allowed move position game (list role) tree))))

(local
 (defthm a-move-of-many
   (implies (and (certifies tree game keepers claim)
                 (positionp position)
                 (equal (len position) (len (opening game)))
                 (listed position tree)
                 (not (outcome position game)))
            (member-equal (a-move position game keepers tree) (legal-moves position 0)))
   :hints (("Goal" :use a-move-is-allowed :in-theory (disable allowed a-move a-move-is-allowed)))))

(local (in-theory (disable a-move allowed)))

(local
 (defthm all-three-secure
   (implies (and (certifies tree game (list role) claim)
                 (positionp position)
                 (equal (len position) (len (opening game)))
                 (listed position tree)
                 (<= (free-squares position) (nfix moves-left)))
            (case which
              (secures (secures moves-left position game role claim))
              (some (implies (and (not (outcome position game))
                                  (all-legal moves position)
                                  (equal (mover position game) role)
                                  (member-equal (a-move position game (list role) tree) moves))
                             (secures-by-some moves moves-left position game role claim)))
              (each (implies (and (not (outcome position game))
                                  (all-legal moves position)
                                  (not (equal (mover position game) role)))
                             (secures-by-each moves moves-left position game role claim)))
              (t t)))
   :hints (("Goal" :induct (all-three which moves moves-left position game role))
           '(:use ((:instance a-move-is-allowed (keepers (list role))))))
   :rule-classes nil))

(local
 (defthm position-secures
   (implies (and (certifies tree game (list role) claim)
                 (positionp position)
                 (equal (len position) (len (opening game)))
                 (listed position tree)
                 (<= (free-squares position) (nfix moves-left)))
            (secures moves-left position game role claim))
   :hints (("Goal" :use ((:instance all-three-secure (which 'secures)))))))

(defthm a-certified-role-secures-the-claim
  (implies (certifies tree game (list role) claim)
           (secures (len (opening game)) (opening game) game role claim)))
