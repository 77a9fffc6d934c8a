"""Define the districts of the city of Marenfeld."""

from __future__ import annotations

POPULATION = {
    "Altstadt": 21_400,
    "Hafen": 18_900,
    "Nordend": 46_200,
    "Südend": 52_800,
    "Westhang": 38_700,
    "Ostfeld": 44_100,
    "Lindenau": 29_500,
    "Mühlental": 33_300,
    "Rosengarten": 25_600,
    "Bergheim": 41_800,
    "Seeblick": 16_700,
    "Kronach": 43_000,
}
"""The approximate number of residents by district."""
DISTRICTS = tuple(POPULATION)
