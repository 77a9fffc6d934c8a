"""Manage the invoices that our customers send to their customers."""
