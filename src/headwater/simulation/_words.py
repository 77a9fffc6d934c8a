"""Generates texts, and the names of companies and people."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from headwater.simulation import _columns as col
from headwater.simulation._clock import Ints


def _word_list(words: str) -> list[str]:
    return words.split()


_FIRST = _word_list(
    "Alder Amber Arbor Argent Ashford Atlas Aurora Balsam Barrow Beacon Birch Blythe Bramble Brightwater Calder"
    " Cedar Cinder Clover Cobalt Copper Coral Crestview Delta Dunmore Eastgate Elmwood Ember Fairview Falcon"
    " Fennel Fernhill Foxglove Garnet Glenmoor Granite Greyfield Harrow Hawthorn Hazel Heron Hollow Indigo"
    " Ironbark Ivory Jasper Juniper Kestrel Kingsley Lakeside Larch Linden Lowell Lumen Maple Marlow Meridian"
    " Millbrook Moss Nettle Northgate Oakhurst Onyx Opal Orchard Osprey Pebble Pine Quarry Quill Raven Redwood"
    " Rowan Saffron Sage Sequoia Slate Sorrel Tamarack Thistle Willow"
)
_SECOND = _word_list(
    "Analytics Aviation Bank Biotech Brewing Capital Care Chemicals Clinics Components Construction Consulting"
    " Credit Dairy Data Design Devices Diagnostics Dynamics Electric Energy Engineering Exchange Farms Foods"
    " Freight Games Gas Health Holdings Homes Hospitality Instruments Insurance Interactive Labs Lending"
    " Logistics Machines Marine Materials Media Medical Metals Mobility Motors Networks Optics Packaging Partners"
    " Pharma Power Press Rail Retail Robotics Security Semiconductors Shipping Software Solar Steel Studios"
    " Supply Systems Telecom Textiles Therapeutics Tools Trading Transit Travel Utilities Ventures Water Wireless"
    " Works"
)
_SUFFIX = ["Inc", "Ltd", "GmbH", "Group", "LLC"]
_GIVEN_NAMES = _word_list(
    "Aaron Aisha Akira Alba Amara Ana Andre Anita Arun Astrid Ben Bianca Carlos Chen Chloe Clara Daniel Diego"
    " Elena Elif Emma Erik Fatima Felix Freya Gita Hana Hugo Ines Ivan Jack Jana Joao Julia Kai Karin Kenji Lara"
    " Lena Liam Lucia Luis Mara Marco Maya Mei Mia Mikkel Nadia Naomi Nils Nina Noah Olga Omar Oscar Paula Petra"
    " Priya Rafael Ravi Rosa Ruth Samir Sara Sofia Sven Tara Theo Tom Uma Vera Victor Yara Yuki Zoe"
)
_FAMILY = _word_list(
    "Abe Adams Ahmed Almeida Andersson Baker Bauer Becker Berg Bianchi Brown Castro Chan Clark Costa Cruz Dahl"
    " Das Dubois Evans Fischer Fonseca Garcia Gomez Gupta Haas Hansen Hayashi Hill Hoffman Iyer Jansen Jones Kaur"
    " Keller Khan Kim Klein Kumar Lang Larsen Lee Lopez Martin Meyer Mori Moreau Nair Nguyen Novak Ito Okafor"
    " Olsen Ortiz Park Patel Perez Petit Rao Reyes Ricci Rossi Roy Sato Schmidt Shah Silva Singh Smith Soto"
    " Suzuki Tanaka Torres Vega Visser Wagner Walker Wang Weber Wilson Wong Wright Yamada Yang Young Zhang"
)

_NAMES = len(_FIRST) * len(_SECOND) * len(_SUFFIX)


def company_names(numbers: Ints) -> tuple[pa.Array, pa.Array]:
    """Return company names and domains. Different numbers produce different domains."""
    place = numbers * 7_919 % _NAMES  # this visits all names in an order that looks random
    first = place % len(_FIRST)
    second = place // len(_FIRST) % len(_SECOND)
    suffix = place // (len(_FIRST) * len(_SECOND))
    name = col.join(col.labels(_FIRST, first), " ", col.labels(_SECOND, second), " ", col.labels(_SUFFIX, suffix))
    repetition = numbers // _NAMES
    mark = col.where(repetition > 0, col.digits(repetition), "")
    endings = ["com", "co", "io", "net", "org"]  # one per suffix, so that different names have different domains
    domain = col.join(
        col.labels([w.lower() for w in _FIRST], first),
        col.labels([w.lower() for w in _SECOND], second),
        mark,
        ".",
        col.labels(endings, suffix),
    )
    return name, domain


def people(given_names: Ints, family: Ints) -> pa.Array:
    """Return full names, each determined by two numbers."""
    return col.join(
        col.labels(_GIVEN_NAMES, given_names % len(_GIVEN_NAMES)), " ", col.labels(_FAMILY, family % len(_FAMILY))
    )


def mailboxes(given_names: Ints, family: Ints, number: Ints) -> pa.Array:
    """Return the local parts of addresses. A nonzero number is appended to distinguish namesakes."""
    mark = col.where(number > 0, col.digits(np.maximum(number, 0)), "")
    return col.join(
        col.labels([w.lower() for w in _GIVEN_NAMES], given_names % len(_GIVEN_NAMES)),
        ".",
        col.labels([w.lower() for w in _FAMILY], family % len(_FAMILY)),
        mark,
    )


COMMENTS_GOOD = ["Great, thanks!", "Quick and clear answer.", "Saved our Monday.", None, None, None]
COMMENTS_BAD = ["Took far too long.", "Did not solve it.", "Asked the same question three times.", None, None]
