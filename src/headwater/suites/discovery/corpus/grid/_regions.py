"""Define the network of Norvolt, a grid operator, and its regions."""

from __future__ import annotations

REGIONS = {"NOR": "North", "COA": "Coast", "VAL": "Valley", "UPL": "Uplands", "MET": "Metro"}
CUSTOMERS = {"NOR": 84_000, "COA": 132_000, "VAL": 97_000, "UPL": 41_000, "MET": 236_000}
LOAD = {"NOR": 118.0, "COA": 205.0, "VAL": 149.0, "UPL": 61.0, "MET": 402.0}
"""The mean load of each region, in MW."""
CODES = ", ".join(f"{code} {name}" for code, name in REGIONS.items())
