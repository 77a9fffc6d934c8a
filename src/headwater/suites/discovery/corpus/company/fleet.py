"""Simulate the trading company's fleet: vehicles, fuel purchases, and distances."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, MAINFRAME, OFFICE, PLAIN
from headwater.suites.discovery.corpus.company._goods import DEPOTS, MONTHS
from headwater.suites.discovery.corpus.company._papers import Paper, Parts, fixed

_VEHICLES = 72
_LITERS = 4.54609
_MILES = 1.609344
_NEW_PLATES = pd.Period("2022-10", "M")
_METRIC = pd.Period("2022-07", "M")
_NEW_PRODUCTS = pd.Period("2023-01", "M")
_LOST = pd.Period("2023-02", "M")
_PRODUCTS = ("Diesel", "Diesel premium", "Euro 95", "AdBlue", "Winkel")
_KINDS = {"B": "bestelwagen", "V": "vrachtwagen", "P": "personenauto"}


@lru_cache(maxsize=1)
def vehicles() -> pd.DataFrame:
    """Return the vehicles with their license plates up to September 2022 and from October 2022 on."""
    random = draws("company vehicles")
    letters = np.array(list("BDFGHJKLNPRSTVXZ"))
    table = pd.DataFrame({"kind": random.choice(list(_KINDS), _VEHICLES, p=[0.5, 0.3, 0.2])})
    table["depot"] = random.choice(list(DEPOTS), _VEHICLES, p=[0.24, 0.18, 0.16, 0.18, 0.12, 0.12])
    plates = [
        f"{''.join(random.choice(letters, 2))}-{random.integers(100, 999)}-{random.choice(letters)}"
        for _ in range(2 * _VEHICLES)
    ]
    table["plate"] = plates[:_VEHICLES]
    table["plate_new"] = np.where(random.random(_VEHICLES) < 0.45, plates[_VEHICLES:], table["plate"])
    moved = random.random(_VEHICLES) < 0.18
    table["depot_2023"] = np.where(moved, random.choice(list(DEPOTS), _VEHICLES), table["depot"])
    table["is_petrol"] = (table["kind"] == "P") & (random.random(_VEHICLES) < 0.7)
    return table


def _vehicles_of(month: pd.Period) -> pd.DataFrame:
    """Return the vehicles with the license plates and depots that they have in a month."""
    table = vehicles()
    plate = table["plate" if month < _NEW_PLATES else "plate_new"]
    depot = table["depot" if month < _NEW_PRODUCTS else "depot_2023"]
    return pd.DataFrame({"kenteken": plate, "depot": depot, "kind": table["kind"], "is_petrol": table["is_petrol"]})


def product_numbers(edition: str) -> dict[str, int]:
    """Return the number of each fuel-card product in an edition of the list.

    Edition 1 was valid up to 2022, edition 2 is valid from 2023 on, and edition 0 comes from a tender.
    """
    order = np.roll(draws("company card products").permutation(len(_PRODUCTS)), 2 * int(edition))
    return {name: int(at) + 1 for name, at in zip(_PRODUCTS, order, strict=True)}


@lru_cache(maxsize=40)
def fuel_purchases(month: pd.Period) -> pd.DataFrame:
    """Return a month's fuel-card purchases. Quantities are in liters, or in pieces for shop goods."""
    random = draws(f"company cards {month}")
    known = _vehicles_of(month)
    table = known.loc[known.index.repeat(random.integers(3, 9, _VEHICLES))].reset_index(drop=True)
    count = len(table)
    table["datum"] = month.start_time + pd.to_timedelta(random.integers(0, month.days_in_month, count), unit="D")
    other = random.choice(["", "Diesel premium", "AdBlue", "Winkel"], count, p=[0.7, 0.1, 0.12, 0.08])
    fuel = np.where(table["is_petrol"], "Euro 95", "Diesel")
    table["product"] = np.where((other == "") | (table["is_petrol"] & (other != "Winkel")), fuel, other)
    size = table["kind"].map({"B": 48.0, "V": 190.0, "P": 41.0}) * random.uniform(0.6, 1.2, count)
    table["liters"] = np.where(table["product"] == "AdBlue", size * 0.1, size).round(2)
    table.loc[table["product"] == "Winkel", "liters"] = 1.0
    table["bedrag"] = (table["liters"] * random.uniform(1.4, 1.9, count)).round(2)
    table["bon"] = month.ordinal * 1000 + random.permutation(count)
    return table.sort_values(["datum", "bon"], ignore_index=True)


def _cards(folder: Folder) -> None:
    for month in MONTHS:
        table = fuel_purchases(month)
        numbers = product_numbers("1" if month < _NEW_PRODUCTS else "2")
        table = table.assign(prod=table["product"].map(numbers), hoev=table["liters"])
        shown = ["bon", "datum", "kenteken", "prod", "hoev", "bedrag"]
        is_british = table["depot"] == "LDS"
        own, british = table[~is_british][shown], table[is_british][shown]
        if month < _METRIC:
            british = british.assign(hoev=(british["hoev"] / _LITERS).round(2))
        folder.csv(f"pas_a/{month:%y%m}.csv", own if month != _LOST else own[own["datum"].dt.day < 18], OFFICE)
        folder.csv(f"pas_b/{month:%y%m}.csv", british, BRITISH)
        if month == _LOST:
            folder.csv("pas_a/dubbel/k1.csv", own[own["datum"].dt.day >= 10], OFFICE)
            folder.csv("pas_a/dubbel/k2.csv", pd.concat([own, own.head(30)]), OFFICE)
            folder.csv("pas_a/dubbel/k3.csv", own, OFFICE)
    for edition in ("0", "1", "2"):
        rows = sorted((number, name) for name, number in product_numbers(edition).items())
        folder.csv(f"productcodes_{edition}.csv", pd.DataFrame(rows, columns=["prod", "product"]), PLAIN)
    folder.readme(
        "Tankpassen",
        """What was paid with fuel cards: pas_a on the continent, pas_b in Great Britain. hoev: liters. prod:
        productcodes_1.""",
    )
    folder.dictionary({"bon": "receipt", "kenteken": "plate", "hoev": "quantity", "bedrag": "amount in local currency"})


@lru_cache(maxsize=40)
def tours(month: pd.Period) -> pd.DataFrame:
    """Return the distance driven by each vehicle on each day, in km."""
    random = draws(f"company tours {month}")
    known = _vehicles_of(month)
    table = known.loc[known.index.repeat(14)].reset_index(drop=True)
    count = len(table)
    table["datum"] = month.start_time + pd.to_timedelta(random.integers(0, month.days_in_month, count), unit="D")
    table["km"] = np.rint(table["kind"].map({"B": 110, "V": 260, "P": 90}) * random.gamma(4, 0.25, count))
    table["keur"] = random.choice(["G", "F", "D"], count, p=[0.9, 0.06, 0.04])
    table["rit"] = month.ordinal * 10_000 + random.permutation(count)
    return table.sort_values(["datum", "rit"], ignore_index=True)


def _tours(folder: Folder) -> None:
    for month in MONTHS:
        table = tours(month)
        driven = table["km"].where(table["depot"] != "LDS", table["km"] / _MILES).round(1)
        shown = table.assign(afstand=driven)[["rit", "datum", "kenteken", "afstand", "keur"]]
        folder.parquet(f"rt_{month:%Y%m}.parquet", shown)
    folder.readme("Ritten", "Tours of all vehicles. afstand: km. keur: G goedgekeurd, F fout, D dubbel.")


def _vehicles(folder: Folder) -> None:
    table = vehicles()
    states = {
        "vt_2021_01": ("plate", "depot"),
        "vt_2022_01": ("plate", "depot"),
        "vt_2022_10": ("plate_new", "depot"),
        "vt_2023_01": ("plate_new", "depot_2023"),
    }
    for name, (plate, depot) in states.items():
        rows = pd.DataFrame({"kenteken": table[plate], "soort": table["kind"], "standplaats": table[depot].map(DEPOTS)})
        folder.csv(f"{name}.csv", rows.sort_values("kenteken"), MAINFRAME)
    swapped = table[table["plate"] != table["plate_new"]]
    links = pd.DataFrame({"oud": swapped["plate"], "nieuw": swapped["plate_new"]}).sort_values("oud")
    wrong = links.assign(nieuw=np.roll(links["nieuw"], 3))
    folder.csv("omkat/ok_1.csv", wrong, PLAIN)
    folder.csv("omkat/ok_2.csv", links, PLAIN)
    folder.csv("omkat/ok_3.csv", links.head(len(links) // 2), PLAIN)
    folder.readme(
        "Voertuigen",
        f"Vehicles on a day: {', '.join(f'{code} {name}' for code, name in _KINDS.items())}. standplaats: depot.",
        "omkat/: plates that were exchanged on 1 October 2022.",
    )


def _february() -> Parts:
    own = fuel_purchases(_LOST)
    own = own[own["depot"] != "LDS"]
    return [
        f"The provider of cards on the continent confirms for {_LOST:%m/%Y}: {len(own)} receipts, quantity "
        f"{own['liters'].sum():,.2f} in all products together. No receipt is in the list twice."
    ]


def _exchanged() -> Parts:
    table = vehicles()
    rows = table[table["plate"] != table["plate_new"]].sort_values("plate")[["plate", "plate_new"]]
    return [
        "Vehicles that passed from the leasing company to Norvane Handel, examples.",
        rows.head(4),
        f"In all: {len(rows)}.",
    ]


PAPERS = (
    Paper("gremien_prot/2023/Tankpas_2023-03.pdf", "Bestätigung Tankkarten", _february),
    Paper("gremien_prot/2022/Wagenpark_2022-10.pdf", "Wagenpark", _exchanged),
    Paper(
        "handbuch_norvane/HB-50_v1.pdf",
        "HB-50 Fuel and emissions, version 1",
        fixed(
            "In force for 2019 to 2021. A liter of diesel of any kind emits 2.64 kg of CO2, a liter of petrol 2.37 kg.",
        ),
    ),
    Paper(
        "handbuch_norvane/HB-50_v2.pdf",
        "HB-50 Fuel and emissions, version 2",
        fixed(
            """In force from 2022, with what the making of fuels emits. A liter of diesel of any kind emits 3.24 kg of
            CO2, a liter of petrol 2.88 kg. AdBlue is no fuel, and neither is what the shop sells (Winkel).""",
            """Consumption is liters of fuel over kilometers of approved tours (keur G). A gallon is 4.54609 l, a mile
            1.609344 km. A vehicle belongs to the depot where it stands on 1 January of the year.""",
        ),
    ),
    Paper(
        "ticket_archiv/it-20766.md",
        "IT-20766 Leeds: gallons and miles",
        fixed(
            "Opened by Norvane Handel, 8 July 2022.",
            """The British cards have shown liters since 1 July; until then it was gallons, whatever the description
            said. The tours of Leeds are in miles and stay so.""",
        ),
    ),
    Paper(
        "ticket_archiv/it-22702.md",
        "IT-22702 Tankpas: codes",
        fixed(
            "Opened by Buchhaltung, 5 January 2023.",
            """Both providers number their products anew as of this year: productcodes_2. Edition 0 is from the tender
            and was never used.""",
        ),
    ),
)
DATASETS = (
    Dataset("tankpassen", _cards),
    Dataset("ritten_registratie", _tours),
    Dataset("voertuigen_stand", _vehicles),
)
