"""Invoices of our customers to theirs."""
