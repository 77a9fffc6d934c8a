"""Questions whose data have to be found among many files first."""
