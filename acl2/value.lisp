; What a certificate means without the certificate: the role that keeps to its moves secures the claim.
;
;   (implies (certifies tree game (list role) claim)
;            (secures (longest tree game) (opening game) game role claim))
;
; It secures the claim in n moves if it can see to it, whatever is done in its other turns, that play
; ends within n moves, as claimed.

(in-package "ACL2")
(include-book "sound")

(mutual-recursion
 (defun secures (n position game role claim)
   (declare (xargs :measure (make-ord 1 (1+ (nfix n)) 0)))
   (cond ((outcome position game) (allows claim (outcome position game)))
         ((or (zp n) (atom (legal-moves position game))) nil)
         (t (secures-after (legal-moves position game) (not (equal (mover position game) role))
                           (1- n) position game role claim))))
 (defun secures-after (moves each n position game role claim) ; after each of them, or some
   (declare (xargs :measure (make-ord 1 (1+ (nfix n)) (1+ (len moves)))))
   (cond ((atom moves) each)
         ((secures n (after (car moves) position game) game role claim)
          (or (not each) (secures-after (cdr moves) each n position game role claim)))
         (t (and (not each) (secures-after (cdr moves) each n position game role claim))))))

; A role secures what it claims if something holds at a position that it can keep: an invariant.

(encapsulate
  (((inv * * * * *) => *) ((pick * * * * *) => *) ((left * * * * *) => *))
  (local (defun inv (position data game role claim)
           (declare (ignore position data game role claim)) nil))
  (local (defun pick (position data game role claim)
           (declare (ignore position data game role claim)) nil))
  (local (defun left (position data game role claim)
           (declare (ignore position data game role claim)) 0))
  (defthm inv-at-the-end
    (implies (and (inv position data game role claim) (outcome position game))
             (allows claim (outcome position game))))
  (defthm inv-picks-a-move
    (implies (and (inv position data game role claim) (not (outcome position game)))
             (among (pick position data game role claim) (legal-moves position game)))
    :rule-classes nil)
  (defthm inv-stays
    (implies (and (inv position data game role claim)
                  (not (outcome position game))
                  (among move (legal-moves position game))
                  (implies (equal (mover position game) role)
                           (equal move (pick position data game role claim))))
             (let ((next (after move position game)))
               (and (inv next data game role claim)
                    (< (left next data game role claim) (left position data game role claim)))))
    :rule-classes nil)
  (defthm natp-left (natp (left position data game role claim)) :rule-classes :type-prescription))

(local
 (defun both (moves each n position game role)
   (declare (xargs :measure (make-ord 1 (1+ (nfix n)) (if (eq moves 'all) 0 (1+ (len moves))))))
   (cond ((eq moves 'all)
          (if (zp n)
              nil
            (both (legal-moves position game) (not (equal (mover position game) role))
                  (1- n) position game role)))
         ((atom moves) each)
         (t (list (both 'all nil n (after (car moves) position game) game role)
                  (both (cdr moves) each n position game role))))))

(local (defthm all-among-more (implies (all-among a b) (all-among a (cons c b)))))
(local (defthm all-among-itself (all-among a a)))

(local
 (defthm inv-secures-both
   (implies (inv position data game role claim)
            (if (eq moves 'all)
                (implies (<= (left position data game role claim) (nfix n))
                         (secures n position game role claim))
              (implies (and (not (outcome position game))
                            (<= (left position data game role claim) (1+ (nfix n)))
                            (all-among moves (legal-moves position game))
                            (equal each (not (equal (mover position game) role)))
                            (or each (among (pick position data game role claim) moves)))
                       (secures-after moves each n position game role claim))))
   :hints (("Goal" :induct (both moves each n position game role))
           '(:use (inv-picks-a-move
                   (:instance inv-stays (move (car moves)))
                   (:instance inv-stays (move (pick position data game role claim))))))
   :rule-classes nil))

(defthm an-invariant-secures
  (implies (and (inv position data game role claim)
                (<= (left position data game role claim) (nfix n)))
           (secures n position game role claim))
  :hints (("Goal" :use ((:instance inv-secures-both (moves 'all))))))

; That a position is listed is one.

(defthm a-certified-role-secures-the-claim
  (implies (certifies tree game (list role) claim)
           (secures (longest tree game) (opening game) game role claim))
  :hints (("Goal"
           :in-theory (disable secures)
           :use ((:functional-instance
                  (:instance an-invariant-secures (data tree) (position (opening game))
                             (n (longest tree game)))
                  (inv (lambda (position data game role claim)
                         (and (certifies data game (list role) claim) (listed position data))))
                  (pick (lambda (position data game role claim)
                          (a-move position game (list role) data)))
                  (left (lambda (position data game role claim)
                          (nfix (car (listed position data))))))))
          '(:in-theory (e/d (allowed) (secures a-move-is-allowed an-allowed-move-leads-on))
            :use ((:instance listed-is-ok (tree data) (keepers (list role)))
                  (:instance a-move-is-allowed (tree data) (keepers (list role)))
                  (:instance an-allowed-move-leads-on (tree data) (keepers (list role)))))))
