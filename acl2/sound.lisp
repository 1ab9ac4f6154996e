; A certificate that the checker accepts is right about every play.

(in-package "ACL2")
(include-book "checker")

(in-theory (disable opening turns completing full lines-of position-ok legal legal-moves outcome
                    mover allows gamep claimp))

(defthm listed-are-ok-below
  (implies (and (positions-ok branch left marks game keepers claim tree)
                (positionp position)
                (equal (len position) (len left))
                (listed position branch))
           (position-ok (revappend marks position) (listed position branch)
                        game keepers claim tree))
  :hints (("Goal" :induct (list (positions-ok branch left marks game keepers claim tree)
                                (listed position branch)))))

(defthm certifies-a-game
  (implies (certifies tree game keepers claim) (gamep game))
  :rule-classes :forward-chaining)

(defthm listed-are-ok
  (implies (and (certifies tree game keepers claim)
                (positionp position)
                (equal (len position) (len (opening game)))
                (listed position tree))
           (position-ok position (listed position tree) game keepers claim tree))
  :hints (("Goal" :use ((:instance listed-are-ok-below
                                   (branch tree) (left (opening game)) (marks nil)))
                  :in-theory (disable listed-are-ok-below))))

(defthm mover-is-a-mark
  (implies (gamep game) (member-equal (mover position game) '(x o nil)))
  :hints (("Goal" :in-theory (enable gamep mover) :use ((:instance role-of-turns (turns (turns game))))))
  :rule-classes nil)

(defthm positionp-after
  (implies (and (gamep game) (positionp position) (legal move position))
           (positionp (after move position game)))
  :hints (("Goal" :in-theory (enable legal) :use mover-is-a-mark)))

(defthm len-update-nth-inside
  (implies (and (natp n) (< n (len x))) (equal (len (update-nth n v x)) (len x))))

(defthm len-after
  (implies (legal move position)
           (equal (len (after move position game)) (len position)))
  :hints (("Goal" :in-theory (enable legal))))

(defthm allowed-is-legal
  (implies (allowed move position game keepers tree) (legal move position))
  :rule-classes :forward-chaining)

(defthm all-lead-to-listed-member
  (implies (and (all-lead-to-listed moves position game tree) (member-equal move moves))
           (listed (after move position game) tree))
  :hints (("Goal" :in-theory (disable after))))

(in-theory (disable after))

(defthm a-move-leads-to-listed
  (implies (and (certifies tree game keepers claim)
                (positionp position)
                (equal (len position) (len (opening game)))
                (listed position tree)
                (not (outcome position game))
                (allowed move position game keepers tree))
           (listed (after move position game) tree))
  :hints (("Goal" :in-theory (e/d (position-ok)
                                  (listed-are-ok certifies all-lead-to-listed
                                   all-lead-to-listed-member listed all-legal))
                  :use (listed-are-ok
                        (:instance all-lead-to-listed-member (moves (legal-moves position 0)))
                        (:instance all-lead-to-listed-member
                                   (moves (car (listed position tree))))))))

(defun certified-play (moves position game)
  (if (endp moves) (list position game)
    (certified-play (cdr moves) (after (car moves) position game) game)))

(defthm the-end-is-listed
  (implies (and (certifies tree game keepers claim)
                (positionp position)
                (equal (len position) (len (opening game)))
                (listed position tree)
                (playp moves position game keepers tree))
           (and (positionp (end-of moves position game))
                (equal (len (end-of moves position game)) (len (opening game)))
                (listed (end-of moves position game) tree)))
  :hints (("Goal" :induct (certified-play moves position game)
                  :in-theory (disable certifies allowed opening listed))))

(defthm opening-is-a-position
  (implies (certifies tree game keepers claim)
           (and (positionp (opening game)) (listed (opening game) tree)))
  :hints (("Goal" :in-theory (enable gamep))))

; However a play ends, the claim allows it.

(defthm listed-ends-are-as-claimed
  (implies (and (certifies tree game keepers claim)
                (positionp position)
                (equal (len position) (len (opening game)))
                (listed position tree)
                (outcome position game))
           (allows claim (outcome position game)))
  :hints (("Goal" :in-theory (e/d (position-ok) (certifies listed-are-ok listed))
                  :use listed-are-ok)))

(defthm every-end-is-as-claimed
  (implies (and (certifies tree game keepers claim)
                (playp moves (opening game) game keepers tree)
                (outcome (end-of moves (opening game) game) game))
           (allows claim (outcome (end-of moves (opening game) game) game)))
  :hints (("Goal" :in-theory (disable certifies the-end-is-listed)
                  :use ((:instance the-end-is-listed (position (opening game)))))))

; Nobody is stuck: where play goes on, a move is allowed.

(defun a-move (position game keepers tree)
  (if (and (member-equal (mover position game) keepers)
           (consp (cdr (legal-moves position 0))))
      (car (car (listed position tree)))
    (car (legal-moves position 0))))

(defthm first-of-legal-moves
  (implies (and (all-legal moves position) (consp moves)) (legal (car moves) position)))

(defthm a-move-is-allowed
  (implies (and (certifies tree game keepers claim)
                (positionp position)
                (equal (len position) (len (opening game)))
                (listed position tree)
                (not (outcome position game)))
           (allowed (a-move position game keepers tree) position game keepers tree))
  :hints (("Goal" :in-theory (e/d (position-ok)
                                  (certifies listed-are-ok listed all-lead-to-listed))
                  :use listed-are-ok)))

(defthm nobody-is-stuck
  (implies (and (certifies tree game keepers claim)
                (playp moves (opening game) game keepers tree)
                (not (outcome (end-of moves (opening game) game) game)))
           (let ((end (end-of moves (opening game) game)))
             (allowed (a-move end game keepers tree) end game keepers tree)))
  :hints (("Goal" :in-theory (disable certifies allowed a-move the-end-is-listed)
                  :use ((:instance the-end-is-listed (position (opening game)))))))

; Plays are no longer than there are squares.

(defun free-squares (position)
  (cond ((endp position) 0)
        ((null (car position)) (1+ (free-squares (cdr position))))
        (t (free-squares (cdr position)))))

(defthm a-mark-takes-a-square
  (implies (and (legal move position) mark)
           (equal (free-squares (update-nth move mark position))
                  (1- (free-squares position))))
  :hints (("Goal" :in-theory (enable legal nth))))

(defthm somebody-moves
  (implies (and (gamep game) (not (outcome position game))) (mover position game))
  :hints (("Goal" :in-theory (enable outcome gamep))))

(defthm a-move-takes-a-square
  (implies (and (gamep game) (legal move position) (not (outcome position game)))
           (equal (free-squares (after move position game)) (1- (free-squares position))))
  :hints (("Goal" :in-theory (enable after))))

(defthm free-squares-are-squares
  (<= (free-squares position) (len position))
  :rule-classes :linear)

(defthm plays-take-free-squares
  (implies (and (gamep game) (playp moves position game keepers tree))
           (<= (len moves) (free-squares position)))
  :hints (("Goal" :induct (certified-play moves position game))))

(defthm plays-end
  (implies (and (certifies tree game keepers claim)
                (playp moves (opening game) game keepers tree))
           (<= (len moves) (len (opening game))))
  :hints (("Goal" :in-theory (disable playp plays-take-free-squares)
                  :use ((:instance plays-take-free-squares (position (opening game)))))))
