"""Programs made of lifted sources: what situations exist, and what is asked of them."""
