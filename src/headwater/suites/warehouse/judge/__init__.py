"""Builds an agent's output and compares it with the solution. This runs in a sandbox, because the SQL is untrusted.

``python -m headwater.suites.warehouse.judge WORK.json BASE [WAREHOUSE]`` writes a `Judgement` as JSON. Proving all
tasks starts this program thousands of times, so this package and its parents import only what the program needs.
"""
