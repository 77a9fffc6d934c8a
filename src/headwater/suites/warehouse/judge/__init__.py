"""Builds what an agent left and compares it with the solution: SQL and templates of strangers, so it runs in a sandbox.

``python -m headwater.suites.warehouse.judge WORK.json BASE [WAREHOUSE]`` writes a `Judgement` as JSON. A proof of all
tasks starts it some thousand times, so neither this package nor those around it import what it does not need.
"""
