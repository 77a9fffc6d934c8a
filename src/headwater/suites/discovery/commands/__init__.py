"""Defines the commands of the suite."""
