"""Which list of tactics explains the choices that were seen."""
