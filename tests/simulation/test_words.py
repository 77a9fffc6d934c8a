"""Names fit the country and the industry, and different companies have different domains."""

from __future__ import annotations

import duckdb
import numpy as np

from headwater.simulation import _geography as geo
from headwater.simulation._accounts import INDUSTRIES
from headwater.simulation._clock import NULL
from headwater.simulation._words import _FAMILY_NAMES, company_names, people

GERMANY, JAPAN = geo.CODES.index("DE"), geo.CODES.index("JP")
BANKS, SCHOOLS = INDUSTRIES.index("Financial Services"), INDUSTRIES.index("Education")


def test_domains_are_unique_whatever_country_and_industry() -> None:
    numbers, draw = np.arange(80_000), np.random.default_rng(1)
    country = draw.integers(0, len(geo.CODES), len(numbers))
    industry = np.where(numbers % 2, NULL, draw.integers(0, len(INDUSTRIES), len(numbers)))
    _, domains = company_names(numbers, country, industry)
    assert len(set(domains.to_pylist())) == len(numbers)


def test_companies_have_the_legal_forms_of_their_countries() -> None:
    german, _ = company_names(np.arange(500), GERMANY, BANKS)
    assert {name.split()[-1] for name in german.to_pylist()} == {"GmbH", "AG", "KG", "SE"}
    unknown, _ = company_names(np.arange(500), NULL, BANKS)
    assert not any(name.endswith((" GmbH", " Inc", " Ltd")) for name in unknown.to_pylist())
    schools, _ = company_names(np.arange(500), GERMANY, SCHOOLS)
    assert not any(name.endswith(" GmbH") for name in schools.to_pylist())


def test_most_people_have_names_of_their_country() -> None:
    draw = np.random.default_rng(1)
    given, family = draw.integers(0, 9_999, 2_000), draw.integers(0, 9_999, 2_000)
    japanese = people(given, family, JAPAN).to_pylist()
    assert len(set(japanese)) > 300
    assert not any(name.split()[1] in {"Smith", "Schmidt", "Silva", "Patel"} for name in japanese)
    german = [name.split()[1] for name in people(given, family, GERMANY).to_pylist()]
    assert 0.6 < np.mean([name in _FAMILY_NAMES["German"].split() for name in german]) < 0.85


def test_the_address_of_a_user_is_at_the_domain_of_the_company(raw: duckdb.DuckDBPyConnection) -> None:
    row = raw.execute("""
        select avg(starts_with(domain, replace(words, ' ', ''))::int)
        from (
            select *, regexp_replace(lower(trim(name)), ' (inc|llc|corp|gmbh|ag|kg|se)$', '') as words
            from raw_app.accounts
        )
        join (select *, lower(split_part(email, '@', 2)) as domain from raw_app.users) on owner_user_id = user_id
        where billing_country in ('US', 'DE') and not is_internal and not is_test
    """).fetchone()
    assert row is not None
    assert row[0] > 0.85
