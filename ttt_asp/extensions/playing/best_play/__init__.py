"""Values of positions with best play, by backward induction."""
