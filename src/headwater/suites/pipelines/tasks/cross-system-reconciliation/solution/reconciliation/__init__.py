"""The parts of the reconciliation: systems, topic, drift, repair and report."""
