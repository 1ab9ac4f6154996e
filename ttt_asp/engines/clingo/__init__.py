"""One call of clingo: run, its messages, a play read off a model."""
