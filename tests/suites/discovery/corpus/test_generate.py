"""Lakes: the same bytes each time, in folders of the size that tasks need."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from headwater.errors import NotFoundError
from headwater.suites.discovery.corpus import COMMUNITIES, community_named, generate, lake
from headwater.suites.discovery.corpus._notebooks import notebook_bytes

SMALL = {
    "city": {"city_staff", "city_budgets", "bike_counter_maintenance", "museum_visitors", "transit_expansion"},
    "company": {
        "artikelen_handel",
        "verkoop_orders",
        "kostprijs_lijst",
        "begroting_handel",
        "saldo_kwartaal",
        "kurs_tabellen",
    },
    "grid": {"station_assets", "network_charges", "energy_balance", "regelwerk", "stoerungsbuch", "berichtigungen_rlm"},
    "hospital": {"cost_centres", "infection_surveillance", "bed_register", "site_electricity"},
    "port": {"port_dues", "dredging_volumes", "vessel_register", "harbor_orders"},
    "university": {"project_register", "campus_heat", "publication_lists", "senate_rules"},
}
"""Datasets that are made fast and have every format."""


def digests(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.mark.minutes
@pytest.mark.parametrize("name", SMALL)
def test_two_runs_write_the_same_bytes(name: str, tmp_path: Path) -> None:
    community = community_named(name)
    for run in ("one", "two"):
        generate(community, tmp_path / run, SMALL[name])
    found = digests(tmp_path / "one")
    assert found == digests(tmp_path / "two")
    assert {Path(path).parts[1] for path in found} == SMALL[name]


def test_a_dataset_does_not_depend_on_the_others(tmp_path: Path) -> None:
    community = community_named("city")
    generate(community, tmp_path / "alone", {"city_staff"})
    generate(community, tmp_path / "among", {"annual_accounts", "city_staff"})
    alone = digests(tmp_path / "alone")
    assert alone.items() <= digests(tmp_path / "among").items()


def test_an_unknown_community_is_named() -> None:
    with pytest.raises(
        NotFoundError, match="atlantis: is no community; there are city, company, grid, hospital, port, university"
    ):
        community_named("atlantis")


@pytest.mark.minutes
@pytest.mark.parametrize("name", COMMUNITIES)
def test_a_whole_lake_is_made_twice_the_same(name: str, tmp_path: Path) -> None:
    community = community_named(name)
    first = lake(community, tmp_path)
    generate(community, tmp_path / "again")
    found = digests(first)
    assert found == digests(tmp_path / "again")
    datasets = [path for path in found if path.startswith("datasets/")]
    assert 800 <= len(datasets) <= 2000
    assert 20e6 < sum((first / path).stat().st_size for path in datasets) < 80e6
    assert len(found) - len(datasets) >= 10
    assert lake(community, tmp_path) == first


@pytest.mark.parametrize("name", COMMUNITIES)
def test_notebooks_are_valid_and_have_no_outputs(name: str) -> None:
    scripts = sorted(community_named(name).sources.glob("*.py"))
    assert len(scripts) >= 10
    for script in scripts:
        notebook = json.loads(notebook_bytes(script.read_text("utf-8")))
        kinds = [cell["cell_type"] for cell in notebook["cells"]]
        assert kinds[0] == "markdown"
        assert kinds.count("code") >= 5
        assert not any(cell.get("outputs") for cell in notebook["cells"])
        assert len({cell["id"] for cell in notebook["cells"]}) == len(kinds)
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                compile("".join(cell["source"]), script.name, "exec")
