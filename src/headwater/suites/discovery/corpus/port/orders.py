"""Write the harbor master's orders, including amended versions, and the names in use."""

from __future__ import annotations

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._folder import Folder

_ORDERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "HO_07_2020": (
        "HO 7 Wind",
        (
            "In force since 1 January 2020.",
            "Quay cranes stand still while the mean of ten minutes at the outer pier is 25 knots or more.",
        ),
    ),
    "HO_07_2023": (
        "HO 7 Wind, second version",
        (
            "In force since 1 March 2023; it takes the place of the version of 2020.",
            "Quay cranes stand still in ten minutes in which there is a gust of 40 knots or more at the outer pier, "
            "and in the thirty minutes after these.",
            "Months are those of the harbor master's clock, which is UTC+1 all year. The time of a value is the "
            "beginning of its ten minutes.",
        ),
    ),
    "HO_11_2018": (
        "HO 11 Water under the keel",
        (
            "In force since 1 January 2018.",
            "A ship needs its draught and 1.00 m. The sill at the outer pier is 12.60 m below chart datum.",
        ),
    ),
    "HO_11_2022": (
        "HO 11 Water under the keel, second version",
        (
            "In force since 1 July 2022; it takes the place of the version of 2018.",
            "A ship needs its draught and 12 % of it. The sill at the outer pier is 12.60 m below chart datum.",
            "A window is a run of hours, one after the other, in each of which the water at the outer pier is deep "
            "enough over the sill by the hourly level.",
        ),
    ),
    "HO_15_2019": (
        "HO 15 Large ships",
        (
            "In force since 1 January 2019.",
            "A ship is large if its gross tonnage, by the certificate that is in force when it arrives, is 27,000 or "
            "more.",
        ),
    ),
    "HO_15_2022": (
        "HO 15 Large ships, second version",
        (
            "In force for arrivals since 16 May 2022; the version of 2019 holds for those before.",
            "A tanker is large if its gross tonnage, by the certificate that is in force when it arrives, is 24,000 or "
            "more, any other ship if it is 27,000 or more.",
        ),
    ),
    "HO_15_2023": (
        "HO 15 Large ships, third version",
        (
            "In force for arrivals since 1 January 2023; the earlier versions hold for those before.",
            "A ship is large if its gross tonnage, by the certificate that is in force when it arrives, is 32,000 or "
            "more.",
        ),
    ),
    "HO_18_2017": (
        "HO 18 Harvest season",
        ("In force since 1 June 2017.", "The harvest season at the silo is from 1 August to 30 September."),
    ),
    "HO_18_2022": (
        "HO 18 Harvest season, second version",
        (
            "In force since 1 June 2022; it takes the place of the version of 2017.",
            "The harvest season at the silo is from 15 July to 15 October, both days included.",
        ),
    ),
    "HO_23_2021": (
        "HO 23 Tankers in statements",
        (
            "In force since 1 January 2021.",
            "The stay of a tanker is the time from its arrival until it left, less the times for which it lay in the "
            "roads (tanker_roads). A time in the roads of less than two hours is not taken off.",
        ),
    ),
    "HO_24_2022": (
        "HO 24 Works at the jetty of the tankers",
        (
            "From 1 June to 15 July 2022, both days included, tankers also berth at the bulk terminal.",
            "In statements, what a tanker does there in this time is a call at the tanker terminal.",
        ),
    ),
    "HO_22_2020": (
        "HO 22 Statements on the gates",
        (
            "In force since 1 January 2020.",
            "Statements count passages of trucks. A vehicle of the port is no truck on the days on which its tag is "
            "the port's by the register of tags.",
        ),
    ),
}
_NAMES = (
    "the Iron Yard: until 2020 the yard West; since its tracks were taken out, the yard Rail",
    "black water: what ships call the sewage that they hand in",
)


def _orders(folder: Folder) -> None:
    for name, (title, paragraphs) in _ORDERS.items():
        folder.text(f"{name}.md", "\n\n".join((f"# {title}", *paragraphs, "")))
    folder.text("names.md", "\n".join(("# Names in use", "", *(f"- {name}" for name in _NAMES), "")))
    folder.readme(
        "Orders of the harbor master",
        "The number stays when an order gets a new version. names.md has what people call things.",
    )


DATASETS = (Dataset("harbor_orders", _orders),)
