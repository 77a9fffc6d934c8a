"""Simulates one block of accounts: first the ground truth, then each system's records."""

from __future__ import annotations

import numpy as np

from headwater.simulation import (
    _account_rows,
    _billing,
    _crm_accounts,
    _events,
    _hosting,
    _invoices,
    _leads,
    _license_rows,
    _marketing,
    _opportunities,
    _payments,
    _pipeline,
    _servers,
    _support,
    _survey,
    _users,
    _workspaces,
)
from headwater.simulation._accounts import make_accounts
from headwater.simulation._book import Book
from headwater.simulation._catalog import ADDON_AUDIT, PRICE_PRODUCT
from headwater.simulation._clock import NULL, Ints
from headwater.simulation._cloud_billing import CloudBilling
from headwater.simulation._columns import ident, take
from headwater.simulation._journal import POSTINGS, write_journals
from headwater.simulation._ledger import Ledger
from headwater.simulation._licenses import Licensing
from headwater.simulation._subscriptions import open_subscriptions
from headwater.simulation._tables import Sink
from headwater.simulation._world import World


def write_block(world: World, number: int, sink: Sink) -> None:
    """Simulate a block of accounts and write its rows."""
    block = _Block(world, number, sink)
    block.write_app()
    deals = block.write_sales()
    block.write_billing()
    block.write_customers_voice()
    block.write_servers(deals)


class _Block:
    """The ground truth for a block of accounts, from which each system's records are derived."""

    def __init__(self, world: World, number: int, sink: Sink) -> None:
        self._world, self._number, self._sink = world, number, sink
        self._accounts = make_accounts(world, number)
        self._workspaces = _workspaces.make_workspaces(world, self._accounts)
        self._book = Book()
        self._subs = open_subscriptions(world, self._accounts, self._workspaces, self._book)
        CloudBilling(world.draw("cloud billing", number), self._subs, self._book).run()
        self._licensing = Licensing(world, self._accounts, self._book, len(self._subs))
        self._licensing.run()
        self._contracts = self._licensing.contracts
        self._buyer = np.concatenate([self._subs.account, self._contracts.account])  # one entry per subscription
        self._paid = np.zeros(len(self._accounts), dtype=bool)
        self._paid[self._buyer[self._book.invoices["sub"]]] = True
        self._peak = self._most_seats()
        self._users = _users.make_users(world, self._accounts, self._workspaces, self._peak)
        self._members = _users.join_workspaces(world, self._accounts, self._workspaces, self._users)
        self._license_ids = ident("lic_", world.numbers(number, len(self._licensing.rows)))

    def _most_seats(self) -> Ints:
        """Return the maximum number of seats that each workspace ever paid for."""
        changes, subs = self._book.changes, self._subs
        peak = np.zeros(len(self._workspaces), dtype=np.int64)
        base = (changes["sub"] < len(subs)) & (PRICE_PRODUCT[changes["price"]] < ADDON_AUDIT)
        np.maximum.at(peak, subs.workspace[changes["sub"][base]], changes["quantity"][base])
        return peak

    def write_app(self) -> None:
        """Write the cloud product's data, except for accounts, which reference the CRM."""
        world, accounts, workspaces, users = self._world, self._accounts, self._workspaces, self._users
        _workspaces.write_workspaces(world, accounts, workspaces, self._book.plans, self._sink)
        _users.write_users(world, accounts, users, self._sink)
        _users.write_memberships(world, accounts, workspaces, users, self._members, self._sink)
        _events.write_events(world, accounts, workspaces, users, self._members, self._peak > 0, self._sink)

    def write_sales(self) -> _opportunities.Opportunities:
        """Write the accounts, and the CRM and marketing data."""
        world, accounts, users, book, sink = self._world, self._accounts, self._users, self._book, self._sink
        paying = np.zeros(len(accounts), dtype=bool)
        paying[self._buyer[np.concatenate([self._subs.alive, self._contracts.ended == NULL])]] = True
        opened = _pipeline.opened_before(world, book, self._number)
        first = _pipeline.first_opened(book, opened, len(accounts))
        crm = _crm_accounts.write_crm_accounts(world, accounts, users, paying, self._paid, first, sink)
        deals = _opportunities.write_opportunities(
            world, accounts, crm, book, opened, self._subs, self._contracts, self._license_ids, sink
        )
        _account_rows.write_accounts(world, accounts, users, crm.app_ids, sink)
        leads = _leads.write_leads(world, accounts, users, crm, deals, sink)
        _marketing.write_marketing(world, accounts, users, leads, sink)
        return deals

    def write_billing(self) -> None:
        """Write the payment provider's data and the corresponding ledger entries."""
        world, accounts, book, sink = self._world, self._accounts, self._book, self._sink
        customers = _billing.write_customers(world, accounts, np.unique(self._buyer), self._users.email, sink)
        ids = _billing.write_subscriptions(
            world, accounts, customers, self._workspaces, self._subs, self._contracts, book, sink
        )
        invoices = _invoices.settle(world, accounts, customers, self._buyer, book)
        _invoices.write_invoices(world, accounts, customers, invoices, ids, self._license_ids, book, sink)
        payments = _payments.write_payments(world, accounts, customers, invoices, sink)
        journals = Ledger(world, invoices, payments, book).journals()
        journals += _hosting.write_dedicated_costs(world, self._number, self._workspaces, self._subs, sink)
        entries = world.numbers(self._number, POSTINGS * len(journals))
        write_journals(journals, f"B{self._number:04d}", entries, sink)

    def write_customers_voice(self) -> None:
        """Write tickets and survey responses."""
        world, accounts, users = self._world, self._accounts, self._users
        _support.write_support(world, accounts, users, self._paid, self._sink)
        _survey.write_responses(world, accounts, self._workspaces, users, self._members, self._sink)

    def write_servers(self, deals: _opportunities.Opportunities) -> None:
        """Write server pings and licences."""
        world, accounts, licensing, sink = self._world, self._accounts, self._licensing, self._sink
        servers = _servers.make_servers(world, accounts, licensing.rows)
        keys = _license_rows.license_keys(world.numbers(self._number, len(licensing.rows)))
        pinged = _servers.write_pings(world, accounts, servers, licensing.rows, keys, sink)
        sales = take(deals.id, deals.of_license)
        _license_rows.write_licenses(
            world, accounts, licensing, self._license_ids, keys, self._users.email, sales, servers, pinged, sink
        )
        _servers.write_server_features(world, accounts, servers, pinged, licensing.rows, sink)
