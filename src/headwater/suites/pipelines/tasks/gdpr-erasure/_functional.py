"""Functional checks: people who are due are gone from each store, and a later request is processed."""

from __future__ import annotations

from _data import Rows, text_of
from _people import TOKEN, decoded
from _scenarios import single
from _start import left

from headwater.grading import Graded, Result, expect, functional

_SHARE = 0.02


def _gone(graded: Graded, table: str, column: int) -> Result:
    """Expect that at most 2 % of the rows with numbers that only erased people had are left."""
    state = left(graded)
    before, after = (_count(rows[table], column, state.people.numbers) for rows in (state.before, state.found))
    return expect(after <= _SHARE * before, f"{after} of {before} rows of erased people are left in {table}")


def _count(rows: Rows, column: int, numbers: set[int]) -> int:
    return sum(row[column] in numbers for row in rows)


def _addresses(graded: Graded, texts: tuple[str, ...]) -> int:
    gone = left(graded).people.addresses
    return sum(decoded(token) in gone for text in texts for token in TOKEN.findall(text))


def _unmentioned(graded: Graded, table: str, column: int) -> Result:
    state = left(graded)
    before, after = (
        _addresses(graded, tuple(row[column] for row in rows[table])) for rows in (state.before, state.found)
    )
    return expect(after <= _SHARE * before, f"{after} of {before} addresses of erased people are left in {table}")


@functional(demand="docs/erasure.md#the status `done`")
def due_requests_are_completed(graded: Graded) -> Result:
    """The requests that were due at the start are done, and have neither account nor address."""
    state = left(graded)
    due = {request for request, person in state.people.requests.items() if person in state.people.due}
    open_rows = [
        row for row in state.found["requests"] if row[0] in due and (row[1] or row[2] or row[4] in ("open", "held"))
    ]
    return expect(not open_rows, f"{len(open_rows)} of {len(due)} requests of people who are due are not completed")


@functional(demand="docs/erasure.md#A row about the person is deleted")
def accounts_are_gone(graded: Graded) -> Result:
    """The accounts of erased people are gone."""
    return _gone(graded, "accounts", 0)


@functional(demand="tickets/4031-still-getting-mail.md#account's history")
def histories_are_gone(graded: Graded) -> Result:
    """The histories of the accounts of erased people are gone."""
    return _gone(graded, "history", 1)


@functional(demand="docs/erasure.md#Recipes and comments keep their places")
def comments_have_no_author(graded: Graded) -> Result:
    """No comment has an erased person as its author."""
    return _gone(graded, "comments", 2)


@functional(demand="docs/erasure.md#in any spelling")
def comments_have_no_addresses(graded: Graded) -> Result:
    """Comments do not contain addresses of erased people."""
    return _unmentioned(graded, "comments", 3)


@functional(demand="docs/erasure.md#account, name and address are empty")
def invoices_have_no_person(graded: Graded) -> Result:
    """Invoices do not contain addresses of erased people."""
    return _gone(graded, "invoices", 1)


@functional(demand="docs/erasure.md#both databases")
def tickets_are_gone(graded: Graded) -> Result:
    """Tickets do not contain addresses of erased people."""
    return _unmentioned(graded, "tickets", 4)


@functional(demand="docs/erasure.md#both databases")
def events_are_gone(graded: Graded) -> Result:
    """ClickHouse has no events of erased people."""
    return _gone(graded, "events", 1)


@functional(demand="docs/erasure.md#account, name and address are empty")
def payments_have_no_person(graded: Graded) -> Result:
    """Payments in ClickHouse have no accounts of erased people."""
    return _gone(graded, "payments", 1)


@functional(demand="docs/erasure.md#both databases")
def profiles_are_gone(graded: Graded) -> Result:
    """ClickHouse has no profiles of erased people."""
    return _gone(graded, "profiles", 0)


@functional(demand="docs/erasure.md#relieved of an address")
def searches_have_no_addresses(graded: Graded) -> Result:
    """Searches do not contain addresses of erased people."""
    return _unmentioned(graded, "searches", 2)


@functional(demand="docs/erasure.md#`archive/` and `exports/`")
def files_have_no_addresses(graded: Graded) -> Result:
    """The files in archive/ and exports/ do not contain addresses of erased people."""
    state = left(graded)
    texts = tuple(text_of(name, data) for name, data in state.files.items())
    found = _addresses(graded, texts)
    return expect(len(texts) >= 9 and found < 10, f"{len(texts)} files have {found} addresses of erased people")


@functional(demand="docs/erasure.md#`privacy.audit` has a row for each completed request and each store")
def erasures_are_recorded(graded: Graded) -> Result:
    """privacy.audit has three rows for each request that was due."""
    state = left(graded)
    rows = graded.postgres.query("select request_id, store from privacy.audit")
    withdrawn = {row[0] for row in state.before["requests"] if row[4] == "withdrawn"}
    due = {request for request, person in state.people.requests.items() if person in state.people.due} - withdrawn
    wanted = {(request, store) for request in due for store in ("postgres", "clickhouse", "files")}
    return expect(set(rows) == wanted, f"{len(rows)} rows for {len(wanted)} requests and stores")


@functional(demand="docs/operations.md#python3 erase.py")
def a_new_request_is_processed(graded: Graded) -> Result:
    """A run completes a new request, and its person is gone from Postgres, ClickHouse and the files."""
    run = single(graded)
    fault = run.fault("accounts", "requests", "events", "profiles", "archive", "exports")
    return expect(run.completed.exit_code == 0 and not fault, f"{run.ended}; {fault or 'the person is gone'}")
