"""Defines what the company sells: products, plans, list prices and their changes, coupons and features."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from headwater.simulation._clock import DAY, FIRST_DAY, NULL, START, day_of
from headwater.simulation._columns import ident, labels
from headwater.simulation._geography import CURRENCIES
from headwater.simulation._tables import Sink
from headwater.simulation._world import hourly

PLANS = ["free", "team", "business", "enterprise"]
FREE, TEAM, BUSINESS, ENTERPRISE = 0, 1, 2, 3
RENAMED = day_of(2022, 7, 1) * DAY
"""The time until which the plan 'team' was called 'starter'."""
PRICE_RISE = day_of(2023, 3, 1) * DAY
"""The time from which new customers pay the prices of the second list."""
PRICE_MIGRATION = day_of(2023, 9, 1) * DAY
"""The time from which customers with the first price list move to the second one when they renew."""

PRODUCTS = [
    ("Mooring Cloud Team", "cloud"),
    ("Mooring Cloud Business", "cloud"),
    ("Mooring Cloud Enterprise", "cloud"),
    ("Mooring Server Professional", "self_managed"),
    ("Mooring Server Enterprise", "self_managed"),
    ("Audit & Retention", "addon"),
    ("Runbook Automation", "addon"),
    ("Onboarding Package", "services"),
    ("Legacy Data Import", "services"),
]
SM_PRO, SM_ENT, ADDON_AUDIT, ADDON_RUNBOOK, ONBOARDING = 3, 4, 5, 6, 7
PLAN_CODES = ["team", "business", "enterprise", "SM-PRO", "SM-ENT", None, None, None, None]
LINES = ["cloud", "self_managed", "addon", "services"]
PRODUCT_LINE = np.array([LINES.index(line) for _, line in PRODUCTS])
_INTERVALS = ["month", "year", "one_time"]
# Dollars per seat for each product, per month and per year (None if there is no yearly price), in the two price lists.
_LIST: dict[int, list[tuple[float | None, float]]] = {
    0: [(8.0, 84.0), (9.0, 95.0)],
    1: [(15.0, 156.0), (18.0, 186.0)],
    2: [(30.0, 324.0), (32.0, 348.0)],
    3: [(None, 96.0), (None, 108.0)],
    4: [(None, 228.0), (None, 252.0)],
    5: [(3.0, 32.0), (3.5, 37.0)],
    6: [(5.0, 54.0), (6.0, 64.0)],
}
_ONCE = {7: 4_000.0, 8: 2_500.0}
_FACTOR = {"usd": 100.0, "eur": 92.0, "gbp": 80.0, "jpy": 140.0}  # minor units per dollar


@dataclass(frozen=True)
class ListPrice:
    """The list price of a seat, in minor units."""

    product: int
    currency: int
    interval: int
    version: int
    amount: int


def _round(dollars: float, currency: str) -> int:
    step = 10 if currency == "jpy" else 25
    return int(round(dollars * _FACTOR[currency] / step) * step)


def _prices() -> list[ListPrice]:
    found = []
    for product, versions in _LIST.items():
        for version, amounts in enumerate(versions):
            for interval, dollars in enumerate(amounts):
                if dollars is not None:
                    found += [
                        ListPrice(product, c, interval, version, _round(dollars, name))
                        for c, name in enumerate(CURRENCIES)
                    ]
    for product, dollars in _ONCE.items():
        found += [ListPrice(product, c, 2, 0, _round(dollars, name)) for c, name in enumerate(CURRENCIES)]
    return found


PRICES = _prices()
PRICE_IDS = ident("price_", np.arange(len(PRICES)))
AMOUNTS = np.array([p.amount for p in PRICES], dtype=np.int64)
PRICE_PRODUCT = np.array([p.product for p in PRICES], dtype=np.int64)
_LOOKUP = np.full((len(PRODUCTS), len(CURRENCIES), 3, 2), -1, dtype=np.int64)
for _i, _p in enumerate(PRICES):
    _LOOKUP[_p.product, _p.currency, _p.interval, _p.version] = _i


def price_of(product: np.ndarray, currency: np.ndarray, interval: np.ndarray, version: np.ndarray) -> np.ndarray:
    """Return the price of a product in a currency, for a billing interval, from a price list."""
    return np.asarray(_LOOKUP[product, currency, interval, version])


COUPONS = [
    ("WELCOME20", 20.0, 3, 2021, 2022),
    ("ANNUAL10", 10.0, 12, 2021, 2026),
    ("NONPROFIT50", 50.0, None, 2021, 2030),
    ("SPRING23", 25.0, 6, 2023, 2023),
    ("PARTNER15", 15.0, 12, 2022, 2026),
]

FEATURES = [
    ("channels", "free", (2021, 1, 1), None),
    ("boards", "free", (2021, 1, 1), None),
    ("search", "free", (2021, 1, 1), None),
    ("file_sharing", "free", (2021, 1, 1), None),
    ("runbooks", "team", (2021, 1, 1), None),
    ("calls", "team", (2021, 6, 15), None),
    ("integrations", "team", (2021, 1, 1), None),
    ("guest_access", "business", (2021, 9, 1), None),
    ("saml_sso", "business", (2021, 1, 1), None),
    ("audit_log", "enterprise", (2021, 11, 8), None),
    ("data_residency", "enterprise", (2022, 10, 3), None),
    ("legacy_timeline", "team", (2021, 1, 1), (2023, 12, 31)),
    ("incident_timeline", "business", (2023, 5, 9), None),
    ("ai_summaries", "business", (2024, 3, 12), None),
]


def write_catalog(sink: Sink) -> None:
    """Write products, prices, coupons and feature flags."""
    loaded = hourly(np.full(1, START))[0]
    n = len(PRODUCTS)
    sink.write(
        "raw_billing.products",
        {
            "id": ident("prod_", np.arange(n)),
            "name": labels([p[0] for p in PRODUCTS], np.arange(n)),
            "product_line": labels([p[1] for p in PRODUCTS], np.arange(n)),
            "active": np.arange(n) != n - 1,
            "created": np.full(n, START - 200 * DAY),
            "_loaded_at": loaded,
        },
    )
    version = np.array([p.version for p in PRICES])
    interval = np.array([p.interval for p in PRICES])
    created = np.where(version == 0, START - 200 * DAY, PRICE_RISE - 10 * DAY)
    codes = ["starter" if p.product == 0 and p.version == 0 else PLAN_CODES[p.product] for p in PRICES]
    sink.write(
        "raw_billing.prices",
        {
            "id": PRICE_IDS,
            "product_id": ident("prod_", PRICE_PRODUCT),
            "currency": labels(CURRENCIES, np.array([p.currency for p in PRICES])),
            "unit_amount": AMOUNTS,
            "billing_interval": labels(_INTERVALS, interval),
            "plan_code": labels(codes, np.arange(len(PRICES))),
            "active": (version == 1) | (PRICE_PRODUCT == ONBOARDING),
            "created": created,
            "_loaded_at": hourly(np.maximum(created, START)),
        },
    )
    n = len(COUPONS)
    sink.write(
        "raw_billing.coupons",
        {
            "id": labels([c[0] for c in COUPONS], np.arange(n)),
            "percent_off": np.array([c[1] for c in COUPONS]),
            "duration_months": np.array([NULL if c[2] is None else c[2] for c in COUPONS]),
            "valid_from": np.array([day_of(c[3], 1, 1) * DAY for c in COUPONS]),
            "redeem_by": np.array([day_of(c[4], 12, 31) * DAY for c in COUPONS]),
            "_loaded_at": hourly(np.array([max(START, day_of(c[3], 1, 1) * DAY) for c in COUPONS])),
        },
    )
    n = len(FEATURES)
    sink.write(
        "raw_app.feature_flags",
        {
            "flag_key": labels([f"ff_{f[0]}" for f in FEATURES], np.arange(n)),
            "feature": labels([f[0] for f in FEATURES], np.arange(n)),
            "minimum_plan": labels([f[1] for f in FEATURES], np.arange(n)),
            "released_on": np.array([day_of(*f[2]) for f in FEATURES]),
            "retired_on": np.array([NULL if f[3] is None else day_of(*f[3]) for f in FEATURES]),
            "_loaded_at": hourly(np.array([max(FIRST_DAY, day_of(*f[2])) * DAY for f in FEATURES])),
        },
    )
