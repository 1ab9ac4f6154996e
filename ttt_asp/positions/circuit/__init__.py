"""Ground rules as gates, evaluated at many positions at once."""
