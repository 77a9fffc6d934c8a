"""A small lake with three files of sales, of which two are wrong, and questions on it."""

from __future__ import annotations

import random
from pathlib import Path

from headwater.suites.discovery.tasks_source import SourceTask, TaskSource

COMMUNITY = "shops"
_SHOPS = ("Altmarkt", "Bahnhof", "Hafen", "Markthalle")

TOTAL = """\
import pandas as pd

sales = pd.read_csv("/data/sales_2024/sales_corrected.csv", sep=";", decimal=",")
harbour = sales[sales["shop"] == "Hafen"]
print(f"{harbour['amount_eur'].sum():.2f}")
"""
LAST = "print(0 if sales.empty else 1, "
BEST = """\
import pandas as pd

sales = pd.read_csv("/data/sales_2024/sales_corrected.csv", sep=";", decimal=",")
shops = pd.read_json("/data/shops/shops.json")
joined = sales.merge(shops, on="shop")
by_district = joined.groupby("district")["amount_eur"].sum()
print(by_district.idxmax())
"""


def lake_folder(home: Path) -> Path:
    """Return the lake's folder below a cache."""
    return home / "discovery" / "lakes" / f"{COMMUNITY}-0123456789ab"


def write_lake(home: Path) -> Path:
    """Write the lake below a cache and return its folder."""
    folder = lake_folder(home)
    data = folder / "datasets"
    rows = _sales()
    first = [
        (day, shop, round(amount * (1.19 if _district(shop) == _best() else 3.0), 2)) for day, shop, amount in rows
    ]
    _write(data / "sales_2024/sales_corrected.csv", _table(rows))
    _write(data / "sales_2024/sales.csv", _table(first))
    _write(data / "sales_2024/copy.txt", _table(rows))
    _write(data / "sales_2023/sales_corrected.csv", _table([row for row in rows if _district(row[1]) != _best()]))
    _write(
        data / "sales_2024/README.md",
        "sales.csv has gross amounts, some of them in another currency; sales_corrected.csv replaces it.\n",
    )
    shops = [f'{{"shop": "{shop}", "district": "{_district(shop)}"}}' for shop in _SHOPS]
    _write(data / "shops/shops.json", f"[{', '.join(shops)}]\n")
    (folder / "notebooks").mkdir()
    return folder


def questions() -> list[SourceTask]:
    """Return a question that needs one file, and one that needs two."""
    total = sum(amount for _, shop, amount in _sales() if shop == "Hafen")
    return [
        _question("shops-harbour-total", "What did the shop at the harbour sell in 2024, net?", f"{total:.2f}", TOTAL),
        _question(
            "shops-best-district", "In which district did shops sell most in 2024?", _best(), BEST, "shops/shops.json"
        ),
    ]


def _question(name: str, request: str, answer: str, program: str, *more: str) -> SourceTask:
    target = "sales_2024/sales_corrected.csv"
    other = "sales_2024/sales.csv"
    source = TaskSource.model_validate(
        {
            "id": name,
            "title": request,
            "community": COMMUNITY,
            "tier": "tier-1",
            "question": request,
            "guidelines": "Answer with the name only." if more else "Answer with a number with two decimals.",
            "answer": answer,
            "targets": (target, *more),
            "lookalike": [{"path": "sales_2023/sales_corrected.csv", "for": target, "why": "another year"}],
            "counterfeit": [
                {"name": name, "gate": "correct", "why": f"the answer is {wrong}", "answer": wrong}
                for name, wrong in (("wrong-words", f"{answer} USD"), ("with-a-note", f"{answer} (net)"))
            ]
            + [
                {
                    "name": "two-values",
                    "gate": "correct" if more else "functional",
                    "why": "one is asked for",
                    "edit": [["print(", LAST]],
                },
                {
                    "name": "superseded",
                    "gate": "robust" if more else "correct",
                    "why": "gross",
                    "replace": {target: other},
                },
            ],
        }
    )
    return SourceTask(source, program)


def _best() -> str:
    totals = {"Ost": 0.0, "West": 0.0}
    for _, shop, amount in _sales():
        totals[_district(shop)] += amount
    return max(totals, key=lambda district: totals[district])


def _district(shop: str) -> str:
    return "Ost" if shop < "C" else "West"


def _sales() -> list[tuple[str, str, float]]:
    chosen = random.Random(7)
    return [
        (f"2024-{month:02}-{day:02}", shop, round(chosen.uniform(5, 500), 2))
        for month in range(1, 13)
        for day in range(1, 29)
        for shop in _SHOPS
    ]


def _table(rows: list[tuple[str, str, float]]) -> str:
    lines = (f"{day};{shop};{amount:.2f}".replace(".", ",") for day, shop, amount in rows)
    return "day;shop;amount_eur\n" + "".join(f"{line}\n" for line in lines)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
