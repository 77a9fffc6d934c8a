"""What the suite adds to the command line."""
