"""Generates texts, and the names of companies and people, which fit their countries and industries."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from headwater.simulation import _columns as col
from headwater.simulation import _geography as geo
from headwater.simulation._clock import NULL, Ints


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
_TRADES = {
    "Software": "Software Data Analytics Cloud Robotics Interactive Semiconductors Computing Labs",
    "Manufacturing": "Steel Tools Textiles Packaging Machines Components Instruments Chemicals Ceramics",
    "Financial Services": "Bank Capital Credit Insurance Lending Leasing Savings Asset-Management Payments",
    "Healthcare": "Medical Clinics Pharma Diagnostics Therapeutics Dental Biotech Care Health",
    "Retail": "Retail Stores Fashion Furniture Grocers Sports Books Pets Electronics",
    "Logistics": "Logistics Freight Shipping Transit Rail Warehousing Couriers Aviation Ports",
    "Energy": "Energy Power Solar Wind Gas Grid Utilities Hydro Batteries",
    "Public Sector": "Council Transport-Authority Water-Board Housing-Office Port-Authority Fire-Service"
    " Health-Board Court-Service Parks-Office",
    "Education": "University College Academy Institute Schools Library Training-Centre Conservatory Business-School",
    "Media": "Media Press Radio Games Studios Pictures Records Publishing Television",
}
"""The trades of each industry, in the order of ``INDUSTRIES``. Each trade belongs to one industry."""
_ANY_TRADE = _word_list("Partners Ventures Works Holdings Enterprises Associates Trading Collective Brothers")
"""The trades of companies whose industry is not known. Their names fit any industry."""
_QUALIFIERS = [
    "",
    "Group",
    "Services",
    "International",
    "Solutions",
    "Systems",
    "Network",
    "Direct",
    "Alliance",
    "Global",
]
_PARTS_OF_TOWN = ["", "North", "South", "East", "West", "Central", "Old", "Upper", "Lower", "Greater"]
"""Institutions have a part of the town in front of the trade, where companies have a qualifier after it."""
_INSTITUTIONS = frozenset({"Public Sector", "Education"})
_LEGAL_FORMS = {
    "US": "Inc LLC Corp Inc LLC",
    "CA": "Inc Ltd Corp Ltd Inc",
    "BR": "Ltda SA Ltda SA Ltda",
    "MX": "SA SRL SA SA SRL",
    "DE": "GmbH AG GmbH KG SE",
    "FR": "SA SAS SARL SAS SA",
    "NL": "BV NV BV BV NV",
    "ES": "SL SA SL SL SA",
    "GB": "Ltd plc Ltd LLP Ltd",
    "SE": "AB AB AB AB AB",
    "CH": "AG SA GmbH AG AG",
    "JP": "KK KK GK KK KK",
    "IN": "Ltd LLP Ltd Ltd Ltd",
    "AU": "Ltd Ltd Ltd Ltd Ltd",
    "SG": "Ltd Ltd Ltd Ltd Ltd",
}
_TOP_LEVEL = {
    **{country: country.lower() for country in _LEGAL_FORMS},
    "BR": "com.br",
    "MX": "com.mx",
    "GB": "co.uk",
    "JP": "co.jp",
    "IN": "co.in",
    "AU": "com.au",
    "SG": "com.sg",
}
_FORMS = 5
_SECOND = 87
_NAMES = len(_FIRST) * _SECOND * _FORMS


def _seconds(industry: str | None) -> list[str]:
    trades = _word_list(_TRADES[industry]) if industry else _ANY_TRADE
    pairs = [(trade.replace("-", " "), place) for place in range(len(_QUALIFIERS)) for trade in trades][:_SECOND]
    if industry in _INSTITUTIONS:
        return [f"{_PARTS_OF_TOWN[place]} {trade}".strip() for trade, place in pairs]
    return [f"{trade} {_QUALIFIERS[place]}".strip() for trade, place in pairs]


_SECONDS = [name for industry in (*_TRADES, None) for name in _seconds(industry)]
_FORMS_OF_COUNTRIES = [form for code in geo.CODES for form in _word_list(_LEGAL_FORMS[code])]
_ENDINGS = [ending for code in geo.CODES for ending in ("com", _TOP_LEVEL[code], "io", "net", "org")]
_INSTITUTIONAL = np.array([industry in _INSTITUTIONS for industry in (*_TRADES, None)])


def company_names(numbers: Ints, country: Ints | int, industry: Ints | int) -> tuple[pa.Array, pa.Array]:
    """Return company names and domains that fit positions of ``COUNTRIES`` and ``INDUSTRIES``.

    Different numbers produce different domains, whatever their countries and industries. An industry of NULL produces
    names that fit any industry. Without a country (NULL), the name has no legal form.
    """
    known = np.broadcast_to(country, numbers.shape)
    place = numbers * 12_347 % _NAMES  # this visits all names in an order that looks random
    first, form = place % len(_FIRST), place // (len(_FIRST) * _SECOND)
    kind = np.where(np.broadcast_to(industry, numbers.shape) == NULL, len(_TRADES), industry)
    second = kind * _SECOND + place // len(_FIRST) % _SECOND
    legal = np.where((known == NULL) | _INSTITUTIONAL[kind], -1, known * _FORMS + form)
    suffix = col.where(legal < 0, "", col.join(" ", col.labels(_FORMS_OF_COUNTRIES, np.maximum(legal, 0))))
    name = col.join(col.labels(_FIRST, first), " ", col.labels(_SECONDS, second), suffix)
    repetition = numbers // _NAMES
    domain = col.join(
        col.labels([w.lower() for w in _FIRST], first),
        col.labels([w.lower().replace(" ", "") for w in _SECONDS], second),
        col.where(repetition > 0, col.digits(repetition), ""),
        ".",
        col.labels(_ENDINGS, np.where(known == NULL, 0, known) * _FORMS + form),
    )
    return name, domain


_GIVEN_NAMES = {
    "English": "Aaron Abigail Ben Callum Charlotte Daniel Emily Emma Ethan Grace Hannah Jack James Kate Laura Liam Lucy"
    " Megan Noah Oliver Rachel Ryan Sarah Tom",
    "Portuguese": "Ana Andre Beatriz Bruno Caio Camila Carla Diego Eduardo Felipe Fernanda Gabriel Isabela Joao Julia"
    " Larissa Lucas Mariana Mateus Paula Rafael Renata Thiago Vitor",
    "Spanish": "Adriana Alba Alejandro Carlos Carmen Clara Cristina Diego Elena Fernando Ines Javier Jorge Laura Lucia"
    " Luis Marco Marta Miguel Nuria Pablo Rosa Sergio Sofia",
    "German": "Anja Bernd Birgit Christian Claudia Daniel Florian Hanna Heike Jan Jana Jonas Julia Karin Lena Lukas"
    " Markus Matthias Nina Petra Sabine Stefan Thomas Ulrike",
    "French": "Amelie Antoine Camille Celine Chloe Claire Emile Florent Guillaume Helene Hugo Julien Laure Lucie Manon"
    " Marc Mathieu Nicolas Oceane Pauline Remi Sophie Thomas Yves",
    "Dutch": "Anouk Bas Daan Eva Femke Floor Hanneke Ilse Jeroen Joost Lars Lieke Maarten Marieke Niels Pieter Rik"
    " Roos Ruben Sanne Sjoerd Thijs Tim Wouter",
    "Swedish": "Anders Anna Astrid Axel Bjorn Elin Elsa Emil Erik Freja Gustav Hedda Ida Johan Karin Lars Linnea Maja"
    " Mikael Nils Oskar Sara Sofia Sven",
    "Japanese": "Aiko Akira Asuka Daichi Emi Haruka Hiroshi Kaito Kenji Mai Makoto Mei Misaki Naoki Riku Ryo Sakura"
    " Satoshi Shota Takumi Tomoko Yui Yuki Yuto",
    "Indian": "Aditi Aditya Ananya Anita Arjun Arun Deepa Gita Ishaan Kavya Kiran Lakshmi Meera Neha Nikhil Pooja Priya"
    " Rahul Ravi Rohan Sanjay Shreya Sunita Vikram",
    "Chinese": "Chen Fang Hao Hui Jia Jing Jun Kai Lei Li Lin Ling Mei Min Ping Qiang Rui Tao Wei Xin Yan Yifan Ying"
    " Zhen",
}
_FAMILY_NAMES = {
    "English": "Adams Baker Brown Carter Clark Cooper Davies Evans Foster Green Harris Hill Hughes Jones Kelly Morgan"
    " Parker Reed Scott Smith Taylor Walker Wilson Wright",
    "Portuguese": "Almeida Alves Araujo Barbosa Cardoso Carvalho Castro Correia Costa Dias Fernandes Ferreira Fonseca"
    " Gomes Lima Lopes Martins Melo Moreira Oliveira Pereira Ribeiro Silva Souza",
    "Spanish": "Alonso Castillo Cruz Delgado Diaz Fernandez Flores Garcia Gomez Gutierrez Hernandez Iglesias Lopez"
    " Moreno Ortiz Perez Ramos Reyes Rojas Ruiz Soto Torres Vargas Vega",
    "German": "Bauer Becker Berger Braun Fischer Frank Haas Hartmann Hoffmann Keller Klein Koch Krause Lang Maier Meyer"
    " Neumann Richter Schmidt Schneider Vogel Wagner Weber Wolf",
    "French": "Bernard Blanc Bonnet Chevalier Dubois Dupont Durand Fontaine Garnier Girard Lambert Laurent Leroy Martin"
    " Mercier Michel Moreau Petit Renard Richard Robert Roux Simon Vidal",
    "Dutch": "Bakker Boer Bos Brouwer Dekker Dijkstra Hendriks Hoekstra Jacobs Jansen Kok Koster Kuipers Meijer Mulder"
    " Peters Postma Prins Schouten Smit Veenstra Visser Vos Willems",
    "Swedish": "Andersson Berg Bergstrom Carlsson Eklund Eriksson Forsberg Gustafsson Hansson Holm Jansson Johansson"
    " Karlsson Larsson Lindberg Lindgren Lund Nilsson Nyberg Olsson Persson Sandberg Svensson Wallin",
    "Japanese": "Abe Endo Fujita Hayashi Ishikawa Ito Kato Kimura Kobayashi Maeda Matsumoto Mori Nakamura Ogawa Okada"
    " Saito Sasaki Sato Shimizu Suzuki Tanaka Watanabe Yamada Yoshida",
    "Indian": "Agarwal Bhat Chopra Das Desai Gupta Iyer Jain Joshi Kapoor Kaur Khan Kumar Mehta Menon Nair Patel Pillai"
    " Rao Reddy Shah Sharma Singh Verma",
    "Chinese": "Chan Chen Cheng Chua Goh Ho Huang Koh Lau Lee Li Lim Lin Liu Ng Ong Tan Teo Wang Wong Wu Yang"
    " Yeo Zhang",
}
_GIVEN, _FAMILY = (
    [word for words in names.values() for word in _word_list(words)] for names in (_GIVEN_NAMES, _FAMILY_NAMES)
)
_PER_CULTURE = 24
_CULTURES = list(_GIVEN_NAMES)
_HOME = {
    **dict.fromkeys(("US", "CA", "GB", "AU"), "English"),
    "BR": "Portuguese",
    "MX": "Spanish",
    "DE": "German",
    "FR": "French",
    "NL": "Dutch",
    "ES": "Spanish",
    "SE": "Swedish",
    "CH": "German",
    "JP": "Japanese",
    "IN": "Indian",
    "SG": "Chinese",
}
_CULTURE = np.array([_CULTURES.index(_HOME[code]) for code in geo.CODES])
_NEWCOMERS = np.array([{"JP": 0, "IN": 0, "BR": 1, "MX": 1}.get(code, 3) for code in geo.CODES])
"""How many of ten people have a name from anywhere."""


def _places(given_names: Ints, family: Ints, country: Ints | int) -> tuple[Ints, Ints]:
    """Return the positions of each person's names. Both names come from the same part of the world."""
    home = np.broadcast_to(country, given_names.shape)
    luck = given_names // _PER_CULTURE % 10
    anywhere = (home == NULL) | (luck < _NEWCOMERS[np.maximum(home, 0)])
    culture = np.where(anywhere, family // _PER_CULTURE % len(_CULTURES), _CULTURE[np.maximum(home, 0)])
    return culture * _PER_CULTURE + given_names % _PER_CULTURE, culture * _PER_CULTURE + family % _PER_CULTURE


def people(given_names: Ints, family: Ints, country: Ints | int) -> pa.Array:
    """Return full names, each determined by two numbers and a position of ``COUNTRIES``, or NULL for any country."""
    first, last = _places(given_names, family, country)
    return col.join(col.labels(_GIVEN, first), " ", col.labels(_FAMILY, last))


def mailboxes(given_names: Ints, family: Ints, country: Ints | int, number: Ints) -> pa.Array:
    """Return the local parts of addresses of ``people``. A nonzero number is appended to distinguish namesakes."""
    first, last = _places(given_names, family, country)
    mark = col.where(number > 0, col.digits(np.maximum(number, 0)), "")
    return col.join(
        col.labels([w.lower() for w in _GIVEN], first), ".", col.labels([w.lower() for w in _FAMILY], last), mark
    )


COMMENTS_GOOD = ["Great, thanks!", "Quick and clear answer.", "Saved our Monday.", None, None, None]
COMMENTS_BAD = ["Took far too long.", "Did not solve it.", "Asked the same question three times.", None, None]
