"""What `ttt-asp bench` times."""
