"""Questions whose data have to be found among many files first; so far, the scores of answers to them."""
