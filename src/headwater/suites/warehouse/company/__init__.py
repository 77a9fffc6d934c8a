"""Mooring Inc., simulated: four and a half years of one company, as its systems' loaders leave them.

``schema.sql`` is the contract: every raw table and column, with its habits. State machines drive what happens
(accounts, subscriptions, licences, opportunities, leads, tickets, invoices, servers), and one history runs through all
systems: an invoice exists because a subscription or a licence changed, a licence because a contract was made, an
opportunity was won because of the same contract, and the ledger sums what billing did.

    write_raw(Path("raw.duckdb"), scale=1.0, seed=1)

**Reproducible.** The content depends on scale and seed alone: not on threads, processes, hash seeds or the versions of
numpy and DuckDB; `digest` sums a file up. **In blocks.** Up to 500 accounts, with everything that hangs on them, are a
block: made on its own, from its own streams of random numbers, and written before the next one, so that memory does not
grow with scale. `write_partition` writes one of n ranges of blocks as Parquet; all n together are the whole.

What is dirty, at which rate, and why (the reason is what a real system of this kind does):

==================================================  =======  =======================================================
dirt                                                rate     reason
==================================================  =======  =======================================================
events delivered twice: same ``event_id``           0.8 %    at-least-once delivery; the copy is loaded 1 to 6 h later
pings delivered twice: same ``ping_id``             0.4 %    the same, 1 h later
two pings of a server on a day: two ids             1.5 %    restarts
days without a ping of a running server             4 %      networks
events received up to three days late               3 %      clients without a network
events with a clock error: 4 to 400 days ahead or   0.08 %   clients' clocks; ``received_at`` is right
two to five years back
events and pings lost in ``telemetry_loss``         all      the collector was down: seven windows of 7 to 30 hours
client 'Desktop' before 2022                        all      renamed
versions 'v7.1.0', '7.1.0-rc1'                      3, 1 %   builds of administrators
counts of -1                                        4 %      of servers: administrators switched them off
developer builds                                    2 %      of servers
free servers without an account                     1/3      nobody knows whose they are
accounts of Mooring itself                          0.5 %    dogfooding; they never pay
test accounts, users at mooring.test                2 %      load tests and demos; they never pay
staff at mooring.example in customers' workspaces   0.3 %    support
bots                                                1.2 %    integrations; they are busier than people
country in lower case; 'UK' for GB; empty           5, 30, 2 %  forms
names with a blank at the end                       2 %      forms
addresses with capitals                             7 %      people; unique only in lower case
time zone missing                                   10 %     old clients
signup source 'Organic', 'google'                   all      before October 2021, when it became a list
plan 'starter'                                      all      changes before July 2022; workspaces untouched since then
app account without the CRM's id                    1/5, 2/3  of those with deals, of the others that the CRM knows
CRM account without the app's id                    10-30 %  typed by hand
CRM duplicates, deleted and merged                  3 %      of accounts; 2 in 5 are the ones that the app keeps
billing customer without ``account_ref``            3 %      made by hand; found by e-mail or by workspace
support organization without ``external_id``        6 %      made by e-mail; found by domain
tickets without organization; spam; merged          3, 0.5, 2 %  mail from private addresses
empty account on licences                           all      before 2022
advertising restated up to three times              most     platforms; linkedin bills in EUR
newsletter bounces, double submissions of surveys   2, 3 %   people
lead entered twice: same e-mail                     3 %      forms and lists
==================================================  =======  =======================================================

What holds behind the dirt is in `INVARIANTS` of the tests (tests/suites/warehouse/company) and in the modules'
docstrings: where a fact is computed is where its rule is written.
"""

from __future__ import annotations

from headwater.suites.warehouse.company._build import digest, write_partition, write_raw

__all__ = ["digest", "write_partition", "write_raw"]
