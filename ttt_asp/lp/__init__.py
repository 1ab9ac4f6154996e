"""What users write: files, names, terms, claims, games; read, checked and resolved."""
