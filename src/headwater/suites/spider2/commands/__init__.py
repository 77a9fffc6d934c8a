"""The suite's commands."""
