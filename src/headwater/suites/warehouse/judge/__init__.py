"""Builds what an agent left and compares it with the solution: SQL and templates of strangers, so it runs in a sandbox.

``python -m headwater.suites.warehouse.judge WORK.json BASE`` writes a `Judgement` as JSON. It starts some thousand
times a proof of all tasks, so neither this package nor those around it import what it does not need.
"""
