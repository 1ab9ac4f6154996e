; The same for any game: what is shown holds whatever the five functions below are.
;
; g-opening   where play begins
; g-outcome   how play ends at a position: goals by role, ((x . 100) (o . 0)); nil if it goes on
; g-mover     who has a choice there
; g-moves     the moves between which it is; one, where nobody has a choice
; g-after     what a move makes of a position
;
; A listing has an entry for each position, (POSITION RANK . MOVES): moves lead to lower ranks.
; Nothing is known about a game of this kind but its rules, so ranks have to show that play ends.

(in-package "ACL2")

(defstub g-opening (game) t)
(defstub g-outcome (position game) t)
(defstub g-mover (position game) t)
(defstub g-moves (position game) t)
(defstub g-after (move position game) t)

(defun g-allowed (move position game keepers listing)
  (and (member-equal move (g-moves position game))
       (or (not (member-equal (g-mover position game) keepers))
           (endp (cdr (g-moves position game)))
           (member-equal move (cddr (hons-get position listing))))))

(defun g-playp (moves position game keepers listing)
  (or (endp moves)
      (and (not (g-outcome position game))
           (g-allowed (car moves) position game keepers listing)
           (g-playp (cdr moves) (g-after (car moves) position game) game keepers listing))))

(defun g-end-of (moves position game)
  (if (endp moves)
      position
    (g-end-of (cdr moves) (g-after (car moves) position game) game)))

; Claims: (never|always ROLE wins|loses|ties), or (never|always nil ties) of all.

(defun result-of (value) (case value (100 'wins) (0 'loses) (t 'ties)))

(defun all-tie (goals)
  (or (atom goals) (and (eq (result-of (cdar goals)) 'ties) (all-tie (cdr goals)))))

(defun g-allows (claim goals)
  (let ((fits (if (second claim)
                  (eq (result-of (cdr (assoc-equal (second claim) goals))) (third claim))
                (all-tie goals))))
    (if (eq (first claim) 'never) (not fits) fits)))

(defun goalsp (goals)
  (or (atom goals) (and (natp (cdar goals)) (goalsp (cdr goals)))))

(defun g-claimp (claim goals)
  (and (goalsp goals)
       (member-eq (first claim) '(never always))
       (if (second claim)
           (and (assoc-equal (second claim) goals) (member-eq (third claim) '(wins loses ties)))
         (eq (third claim) 'ties))))

; --- what is checked --------------------------------------------------------------------------

(defun g-lead-to-lower (moves position rank game listing)
  (or (atom moves)
      (let ((next (hons-get (g-after (car moves) position game) listing)))
        (and next
             (natp (cadr next))
             (< (cadr next) rank)
             (g-lead-to-lower (cdr moves) position rank game listing)))))

(defun g-position-ok (position rank listed game keepers claim listing)
  (let ((goals (g-outcome position game)) (moves (g-moves position game)))
    (cond (goals (and (g-claimp claim goals) (g-allows claim goals)))
          ((atom moves) nil)
          ((and (member-equal (g-mover position game) keepers) (consp (cdr moves)))
           (and (consp listed)
                (subsetp-equal listed moves)
                (g-lead-to-lower listed position rank game listing)))
          (t (g-lead-to-lower moves position rank game listing)))))

(defun g-positions-ok (entries game keepers claim listing)
  (or (atom entries)
      (and (consp (car entries))
           (natp (cadar entries))
           (g-position-ok (caar entries) (cadar entries) (cddar entries) game keepers claim listing)
           (g-positions-ok (cdr entries) game keepers claim listing))))

(defun g-certifies (listing game keepers claim)
  (and (hons-get (g-opening game) listing)
       (g-positions-ok listing game keepers claim listing)))

; --- and what it means ------------------------------------------------------------------------

(defthm g-listed-are-ok
  (implies (and (g-positions-ok entries game keepers claim listing)
                (hons-assoc-equal position entries))
           (let ((entry (cdr (hons-assoc-equal position entries))))
             (and (natp (car entry))
                  (g-position-ok position (car entry) (cdr entry) game keepers claim listing))))
  :hints (("Goal" :in-theory (disable g-position-ok))))

(defthm g-leads-to-lower
  (implies (and (g-lead-to-lower moves position rank game listing) (member-equal move moves))
           (let ((next (hons-assoc-equal (g-after move position game) listing)))
             (and next (natp (cadr next)) (< (cadr next) rank)))))

(defthm g-a-move-leads-to-lower
  (implies (and (g-positions-ok listing game keepers claim listing)
                (hons-assoc-equal position listing)
                (not (g-outcome position game))
                (g-allowed move position game keepers listing))
           (let ((next (hons-assoc-equal (g-after move position game) listing)))
             (and next
                  (natp (cadr next))
                  (< (cadr next) (cadr (hons-assoc-equal position listing))))))
  :hints (("Goal" :in-theory (disable g-listed-are-ok g-leads-to-lower g-positions-ok
                                      g-lead-to-lower)
                  :use ((:instance g-listed-are-ok (entries listing))
                        (:instance g-leads-to-lower (moves (g-moves position game))
                                   (rank (cadr (hons-assoc-equal position listing))))
                        (:instance g-leads-to-lower
                                   (moves (cddr (hons-assoc-equal position listing)))
                                   (rank (cadr (hons-assoc-equal position listing))))))))

(defthm g-end-is-listed
  (implies (and (g-positions-ok listing game keepers claim listing)
                (hons-assoc-equal position listing)
                (g-playp moves position game keepers listing))
           (hons-assoc-equal (g-end-of moves position game) listing))
  :hints (("Goal" :induct (g-end-of moves position game)
                  :in-theory (disable g-allowed g-positions-ok))))

; However a play ends, the claim allows it.

(defthm g-every-end-is-as-claimed
  (implies (and (g-certifies listing game keepers claim)
                (g-playp moves (g-opening game) game keepers listing)
                (g-outcome (g-end-of moves (g-opening game) game) game))
           (g-allows claim (g-outcome (g-end-of moves (g-opening game) game) game)))
  :hints (("Goal" :in-theory (disable g-allows g-positions-ok g-listed-are-ok g-end-is-listed)
                  :use ((:instance g-end-is-listed (position (g-opening game)))
                        (:instance g-listed-are-ok (entries listing)
                                   (position (g-end-of moves (g-opening game) game)))))))

; Nobody is stuck: where play goes on, a move is allowed.

(defun g-a-move (position game keepers listing)
  (if (and (member-equal (g-mover position game) keepers) (consp (cdr (g-moves position game))))
      (car (cddr (hons-get position listing)))
    (car (g-moves position game))))

(defthm g-nobody-is-stuck
  (implies (and (g-certifies listing game keepers claim)
                (g-playp moves (g-opening game) game keepers listing)
                (not (g-outcome (g-end-of moves (g-opening game) game) game)))
           (let ((end (g-end-of moves (g-opening game) game)))
             (g-allowed (g-a-move end game keepers listing) end game keepers listing)))
  :hints (("Goal" :in-theory (disable g-positions-ok g-listed-are-ok g-end-is-listed)
                  :use ((:instance g-end-is-listed (position (g-opening game)))
                        (:instance g-listed-are-ok (entries listing)
                                   (position (g-end-of moves (g-opening game) game)))))))

; Plays are no longer than the first rank says.

(defthm g-plays-are-no-longer-than-ranks
  (implies (and (g-positions-ok listing game keepers claim listing)
                (hons-assoc-equal position listing)
                (g-playp moves position game keepers listing))
           (<= (len moves) (cadr (hons-assoc-equal position listing))))
  :hints (("Goal" :induct (g-end-of moves position game)
                  :in-theory (disable g-allowed g-positions-ok g-listed-are-ok
                                      g-a-move-leads-to-lower))
          '(:use ((:instance g-listed-are-ok (entries listing))
                  (:instance g-a-move-leads-to-lower (move (car moves))))))
  :rule-classes nil)

(defthm g-plays-end
  (implies (and (g-certifies listing game keepers claim)
                (g-playp moves (g-opening game) game keepers listing))
           (<= (len moves) (cadr (hons-assoc-equal (g-opening game) listing))))
  :hints (("Goal" :in-theory (disable g-positions-ok g-playp)
                  :use ((:instance g-plays-are-no-longer-than-ranks
                                   (position (g-opening game)))))))
