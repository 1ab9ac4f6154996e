"""Programs made of lifted sources and a frame, which gives the situations and the question."""
