"""What is asked besides a claim, each a function to one frozen result."""
