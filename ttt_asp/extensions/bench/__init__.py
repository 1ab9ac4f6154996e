"""The tasks that `ttt-asp bench` times."""
