"""Questions besides claims, each a function to one frozen result."""
