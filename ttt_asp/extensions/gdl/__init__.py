"""Games in the Game Description Language: read, checked, and translated to the rules of asp/."""
