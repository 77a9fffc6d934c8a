"""Reconcile payments: connect to the systems, find drift, repair it and report it."""
