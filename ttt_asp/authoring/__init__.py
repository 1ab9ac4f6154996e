"""What checks users' files, and writes them."""
