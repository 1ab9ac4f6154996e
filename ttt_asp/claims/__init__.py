"""Claims: from a sentence or a TOML file to what engines are asked."""
