"""Defines the locations of customers: country, sales region, currency, time zone and hosting region."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Country:
    """A country, with the attributes that all systems share. ``offset`` is its UTC offset in hours."""

    code: str
    region: int
    currency: int
    offset: float
    hosting: int
    zones: tuple[str, ...]
    locale: str
    weight: float
    tax: float


REGIONS = ["AMER", "EMEA", "APAC"]
CURRENCIES = ["usd", "eur", "gbp", "jpy"]
HOSTING = ["us-east", "us-west", "eu-central", "ap-south"]

COUNTRIES = [
    Country("US", 0, 0, -6, 0, ("America/New_York", "America/Chicago", "America/Los_Angeles"), "en-US", 40, 0.0),
    Country("CA", 0, 0, -5, 0, ("America/Toronto", "America/Vancouver"), "en-CA", 5, 0.05),
    Country("BR", 0, 0, -3, 0, ("America/Sao_Paulo",), "pt-BR", 3, 0.0),
    Country("MX", 0, 0, -6, 1, ("America/Mexico_City",), "es-MX", 2, 0.0),
    Country("DE", 1, 1, 1, 2, ("Europe/Berlin",), "de-DE", 10, 0.19),
    Country("FR", 1, 1, 1, 2, ("Europe/Paris",), "fr-FR", 6, 0.20),
    Country("NL", 1, 1, 1, 2, ("Europe/Amsterdam",), "nl-NL", 4, 0.21),
    Country("ES", 1, 1, 1, 2, ("Europe/Madrid",), "es-ES", 3, 0.21),
    Country("GB", 1, 2, 0, 2, ("Europe/London",), "en-GB", 9, 0.20),
    Country("SE", 1, 1, 1, 2, ("Europe/Stockholm",), "sv-SE", 2, 0.25),
    Country("CH", 1, 1, 1, 2, ("Europe/Zurich",), "de-CH", 2, 0.08),
    Country("JP", 2, 3, 9, 3, ("Asia/Tokyo",), "ja-JP", 5, 0.10),
    Country("IN", 2, 0, 5.5, 3, ("Asia/Kolkata",), "en-IN", 5, 0.18),
    Country("AU", 2, 0, 10, 3, ("Australia/Sydney", "Australia/Perth"), "en-AU", 3, 0.10),
    Country("SG", 2, 0, 8, 3, ("Asia/Singapore",), "en-SG", 1.5, 0.09),
]

WEIGHTS = np.array([c.weight for c in COUNTRIES])
REGION = np.array([c.region for c in COUNTRIES])
CURRENCY = np.array([c.currency for c in COUNTRIES])
OFFSET = np.array([c.offset for c in COUNTRIES], dtype=float)
HOST = np.array([c.hosting for c in COUNTRIES])
TAX = np.array([c.tax for c in COUNTRIES])
CODES = [c.code for c in COUNTRIES]
ZONES = [c.zones[0] for c in COUNTRIES]
SECOND_ZONES = [c.zones[-1] for c in COUNTRIES]
LOCALES = [c.locale for c in COUNTRIES]
