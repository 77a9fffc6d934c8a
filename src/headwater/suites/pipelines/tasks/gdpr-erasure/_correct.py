"""Correctness checks: everything of erased people is gone, and everything else is exactly as it was."""

from __future__ import annotations

from _start import exact
from _traces import traces

from headwater.grading import Graded, Result, correct, expect


@correct(demand="docs/identity.md#the number is theirs")
def accounts_are_exact(graded: Graded) -> Result:
    """Exactly the accounts of erased people are gone, with their history."""
    return exact(graded, "accounts", "history")


@correct(demand="docs/identity.md#Merges can")
def links_are_exact(graded: Graded) -> Result:
    """Exactly the merges and changes of addresses of erased people are gone."""
    return exact(graded, "merges", "changes")


@correct(demand="docs/erasure.md#other people's comments depend on them")
def recipes_are_exact(graded: Graded) -> Result:
    """Recipes of erased people are empty, and mentions in others are replaced."""
    return exact(graded, "recipes")


@correct(demand="docs/erasure.md#other character stays")
def comments_are_exact(graded: Graded) -> Result:
    """Comments of erased people are empty, and mentions in others are replaced."""
    return exact(graded, "comments")


@correct(demand="docs/erasure.md#Their amounts stay")
def invoices_are_exact(graded: Graded) -> Result:
    """Exactly the invoices of erased people have no person."""
    return exact(graded, "invoices")


@correct(demand="docs/erasure.md#without an account, its address does")
def tickets_are_exact(graded: Graded) -> Result:
    """Exactly the tickets of erased people are gone, and mentions in others are replaced."""
    return exact(graded, "tickets")


@correct(demand="docs/erasure.md#escaped as in JSON or a URL")
def dead_letters_are_exact(graded: Graded) -> Result:
    """Exactly the dead letters about erased people are gone, and mentions in others are replaced."""
    return exact(graded, "letters")


@correct(demand="docs/erasure.md#whichever of the person's accounts it was placed")
def requests_are_exact(graded: Graded) -> Result:
    """Requests are done, held or withdrawn as the policy says, and holds of erased people are gone."""
    return exact(graded, "requests", "holds")


@correct(demand="tickets/4031-still-getting-mail.md#the search for authors")
def author_cards_are_exact(graded: Graded) -> Result:
    """app.author_cards has exactly the authors who have recipes."""
    return exact(graded, "cards")


@correct(demand="docs/identity.md#A row's own time decides")
def events_are_exact(graded: Graded) -> Result:
    """Exactly the events of erased people are gone, and mentions in others are replaced."""
    return exact(graded, "events")


@correct(demand="docs/identity.md#it at the end of the day")
def account_days_are_exact(graded: Graded) -> Result:
    """analytics.account_days has exactly the days of people who were not erased."""
    return exact(graded, "days")


@correct(demand="docs/erasure.md#Their amounts stay")
def payments_are_exact(graded: Graded) -> Result:
    """Exactly the payments of erased people have no person."""
    return exact(graded, "payments")


@correct(demand="docs/identity.md#everything in ClickHouse keep the number")
def profiles_are_exact(graded: Graded) -> Result:
    """Exactly the profiles of erased people are gone."""
    return exact(graded, "profiles")


@correct(demand="docs/erasure.md#about nobody, can mention")
def searches_are_exact(graded: Graded) -> Result:
    """Exactly the addresses of erased people are replaced in searches."""
    return exact(graded, "searches")


@correct(demand="docs/erasure.md#Finance and the board have published them")
def revenue_is_unchanged(graded: Graded) -> Result:
    """Published revenue is the same as before."""
    return exact(graded, "revenue")


@correct(demand="docs/erasure.md#Counts and sums stay")
def daily_counts_are_unchanged(graded: Graded) -> Result:
    """Published counts of events are the same as before."""
    return exact(graded, "counts")


@correct(demand="docs/erasure.md#the bytes of their lines in files")
def archives_are_exact(graded: Graded) -> Result:
    """Exactly the lines of erased people are gone from archive/, and mentions are replaced."""
    return exact(graded, "archive")


@correct(demand="docs/identity.md#Files in `exports/` are of the day in")
def exports_are_exact(graded: Graded) -> Result:
    """Exactly the records of erased people are gone from exports/, and mentions are replaced."""
    return exact(graded, "exports")


@correct(demand="docs/erasure.md#must be gone from everything that we store")
def no_address_is_left_anywhere(graded: Graded) -> Result:
    """No table, old or new, and no file of the workspace has an address of an erased person."""
    found = traces(graded)
    return expect(not found, f"addresses of erased people are in {found}" if found else "no address is left")
