"""Builds an agent's output and compares it with the solution; its SQL is untrusted, so this runs in a sandbox.

``python -m headwater.suites.warehouse.judge WORK.json BASE [WAREHOUSE]`` writes a `Judgement` as JSON. A proof of all
tasks starts it some thousand times, so this package and its parents import only what it needs.
"""
