"""The commands of the suite."""
