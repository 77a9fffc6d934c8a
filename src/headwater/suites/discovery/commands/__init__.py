"""Defines the suite's commands."""
