"""Text that refers to the addresses and passwords of services."""

from __future__ import annotations

import pytest

from headwater.errors import UserError
from headwater.services import Placement, ServiceReference, references, resolve

PLACED = {"postgres": Placement(6632, "secret"), "clickhouse": Placement(9323, "secret")}
URL = "postgresql://{postgres.PGUSER}:{postgres.password}@{postgres.host}:{postgres.port}/{postgres.PGDATABASE}"


def test_references_are_replaced_by_the_placement() -> None:
    assert resolve(URL, PLACED) == "postgresql://app:secret@127.0.0.1:6632/app"
    assert resolve("{clickhouse.port} {clickhouse.CLICKHOUSE_NATIVE_PORT}", PLACED) == "9323 10200"


@pytest.mark.parametrize("text", ["", "plain", '{"json": {"of": 1}}', "{{ env_var('PGHOST') }}", "${HOME}", "{0} {}"])
def test_other_braces_stay_as_they_are(text: str) -> None:
    assert references(text) == []
    assert resolve(text, PLACED) == text


def test_references_are_found_in_their_order() -> None:
    assert references("{redis.port}{postgres.host}") == [
        ServiceReference("redis", "port"),
        ServiceReference("postgres", "host"),
    ]


def test_a_service_that_does_not_run_is_named() -> None:
    with pytest.raises(UserError, match=r"\{redis.host\}: this service does not run; there are postgres, clickhouse"):
        resolve("{redis.host}", PLACED)


def test_an_unknown_part_of_an_engine_is_reported_with_the_known_ones() -> None:
    with pytest.raises(UserError, match=r"\{postgres.hots\}: postgres has no such part; there are host, port, passw"):
        ServiceReference("postgres", "hots").require()
    ServiceReference("postgres", "PGHOST").require()
