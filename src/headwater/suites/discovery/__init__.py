"""The suite ``discovery``: questions whose data must first be found among many files."""
