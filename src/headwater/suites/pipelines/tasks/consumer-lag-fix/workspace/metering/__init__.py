"""Metering of usage."""
