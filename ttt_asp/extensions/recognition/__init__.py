"""Games of lines among games that have rules of their own: found, and proved to be such."""
