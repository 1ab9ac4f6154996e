; A certificate that the checker accepts is right about every play:
;
;   every-end-is-as-claimed   where a play ends, the claim allows it
;   nobody-is-stuck           where it has not ended, a move is allowed
;   plays-end                 no play has more moves than (longest tree game)

(in-package "ACL2")
(include-book "checker")
(set-verify-guards-eagerness 1)

(defun longest (tree game) (car (listed (opening game) tree)))

(defun a-move (position game keepers tree)
  (if (and (among (mover position game) keepers) (consp (cdr (legal-moves position game))))
      (cadr (listed position tree))
    (car (legal-moves position game))))

(in-theory (disable opening mover legal-moves after outcome allows (:e opening) (:e mover)
  (:e legal-moves) (:e after) (:e outcome)))

; What is listed in a tree that is accepted is in order.

(local
 (defun walk (position branch marks)
   (cond ((or (atom branch) (atom position)) marks)
         ((null (car position)) (walk (cdr position) (car branch) (cons nil marks)))
         ((eq (car position) 'o) (walk (cdr position) (cadr branch) (cons 'o marks)))
         (t (walk (cdr position) (cddr branch) (cons 'x marks))))))

(local
 (defthm listed-below
   (implies (and (positions-ok branch marks game keepers claim tree) (listed position branch))
            (and (natp (car (listed position branch)))
                 (position-ok (revappend marks position)
                              (car (listed position branch)) (cdr (listed position branch))
                              game keepers claim tree)))
   :hints (("Goal" :induct (walk position branch marks) :in-theory (disable position-ok)))
   :rule-classes nil))

(defthm listed-is-ok
  (implies (and (certifies tree game keepers claim) (listed position tree))
           (and (natp (car (listed position tree)))
                (position-ok position
                             (car (listed position tree)) (cdr (listed position tree))
                             game keepers claim tree)))
  :hints (("Goal" :use ((:instance listed-below (branch tree) (marks nil)))
           :in-theory (disable position-ok))))

(local
 (defthm among-lower
   (implies (and (lead-to-lower moves rank position game tree) (among move moves))
            (let ((entry (listed (after move position game) tree)))
              (and entry (natp (car entry)) (< (car entry) rank))))
   :rule-classes nil))

(local
 (defthm among-all
   (implies (and (all-among items list) (among item items)) (among item list))))

(defthm an-allowed-move-leads-on
  (implies (and (certifies tree game keepers claim)
                (listed position tree)
                (not (outcome position game))
                (allowed move position game keepers tree))
           (let ((entry (listed (after move position game) tree)))
             (and entry
                  (natp (car entry))
                  (< (car entry) (car (listed position tree))))))
  :hints (("Goal" :in-theory (disable certifies listed-is-ok)
           :use (listed-is-ok
                 (:instance among-lower (moves (legal-moves position game))
                            (rank (car (listed position tree))))
                 (:instance among-lower (moves (cdr (listed position tree)))
                            (rank (car (listed position tree))))))))

(defthm a-move-is-allowed
  (implies (and (certifies tree game keepers claim)
                (listed position tree)
                (not (outcome position game)))
           (allowed (a-move position game keepers tree) position game keepers tree))
  :hints (("Goal" :in-theory (disable certifies listed-is-ok) :use listed-is-ok)))

(defthm a-listed-end-is-as-claimed
  (implies (and (certifies tree game keepers claim)
                (listed position tree)
                (outcome position game))
           (allows claim (outcome position game)))
  :hints (("Goal" :in-theory (disable certifies listed-is-ok) :use listed-is-ok)))

(in-theory (disable certifies allowed a-move listed-is-ok))

(local
 (defthm the-end-is-listed
   (implies (and (certifies tree game keepers claim)
                 (listed position tree)
                 (playp moves position game keepers tree))
            (and (listed (end-of moves position game) tree)
                 (<= (len moves) (car (listed position tree)))))
   :hints (("Goal" :induct (end-of moves position game))
           '(:use (listed-is-ok (:instance an-allowed-move-leads-on (move (car moves))))))
   :rule-classes nil))

(defthm the-opening-is-listed
  (implies (certifies tree game keepers claim) (listed (opening game) tree))
  :hints (("Goal" :in-theory (enable certifies))))

(defthm every-end-is-as-claimed
  (implies (and (certifies tree game keepers claim)
                (playp moves (opening game) game keepers tree)
                (outcome (end-of moves (opening game) game) game))
           (allows claim (outcome (end-of moves (opening game) game) game)))
  :hints (("Goal" :use ((:instance the-end-is-listed (position (opening game)))))))

(defthm nobody-is-stuck
  (implies (and (certifies tree game keepers claim)
                (playp moves (opening game) game keepers tree)
                (not (outcome (end-of moves (opening game) game) game)))
           (let ((end (end-of moves (opening game) game)))
             (allowed (a-move end game keepers tree) end game keepers tree)))
  :hints (("Goal" :use ((:instance the-end-is-listed (position (opening game)))))))

(defthm plays-end
  (implies (and (certifies tree game keepers claim)
                (playp moves (opening game) game keepers tree))
           (<= (len moves) (longest tree game)))
  :hints (("Goal" :use ((:instance the-end-is-listed (position (opening game)))))))
