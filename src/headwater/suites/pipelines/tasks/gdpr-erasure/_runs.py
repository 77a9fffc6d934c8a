"""Run the job in copies, and compare what it leaves with the model. Measure what it reads and writes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from _data import Rows, Snapshot, expected, expected_file, is_manifest, snapshot_of, text_of, updated
from _people import People

from headwater.grading import Completed, State

_ROWS = """
    select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0),
        coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0),
        coalesce(sum(seq_scan), 0)
    from pg_stat_all_tables where schemaname not in ('pg_catalog', 'information_schema', 'pg_toast')
"""
_EVENTS = """
    select event, value from system.events
    where event in ('MutatedRows', 'MergedRows', 'InsertedRows', 'SelectedRows', 'Query')
"""
# Merges in the background change neither number; inserts, mutations and replaced partitions do.
_PARTS = """
    select table, partition_id, max(max_block_number), max(data_version) from system.parts
    where active and database = 'analytics' group by 1, 2 order by 1, 2
"""
_HIDDEN = "select count() from system.parts where active and has_lightweight_delete"


@dataclass(frozen=True)
class Work:
    """What a run did. Rows that ClickHouse wrote are those of inserts, mutations and merges."""

    mutations: int
    written: int
    selected: int
    statements: int
    postgres_read: int
    postgres_written: int
    postgres_scans: int


@dataclass(frozen=True)
class Run:
    """A run of a program in a copy.

    Attributes:
        completed: The finished process.
        people: Who was due before the run.
        faults: What is wrong after the run, by the name of a table or a file.
        work: What it read and wrote.
        written: The files that it replaced.
        is_settled: Whether all mutations were applied, and no deleted row is only hidden, when the run ended.
        parts: Whether the parts of ClickHouse's tables are still the same.
        after: The tables and files after the run.
    """

    completed: Completed
    people: People
    faults: dict[str, str]
    work: Work
    written: list[str]
    is_settled: bool
    parts: bool
    after: Snapshot

    def fault(self, *names: str) -> str:
        """Return what is wrong with some tables or folders (with all by default), or an empty string."""
        chosen = {name: text for name, text in self.faults.items() if not names or name.split("/")[0] in names}
        return "; ".join(f"{name}: {text}" for name, text in chosen.items())[:500]

    @property
    def ended(self) -> str:
        """How the process ended."""
        return f"the run ended with {self.completed.exit_code} ({self.completed.last_line[:160]})"


def difference(found: Rows, wanted: Rows) -> str:
    """Return how rows differ from the wanted ones, or an empty string."""
    have, want = Counter(found), Counter(wanted)
    extra, missing = list((have - want).elements()), list((want - have).elements())
    if not extra and not missing:
        return ""
    sample = [str(rows[0])[:120] for rows in (extra, missing) if rows]
    return f"{len(extra)} rows are wrong and {len(missing)} are missing, such as {' and '.join(sample)}"


def table_faults(found: dict[str, Rows], wanted: dict[str, Rows]) -> dict[str, str]:
    """Return the differences of tables, by name."""
    faults = {name: difference(found[name], rows) for name, rows in wanted.items()}
    return {name: text for name, text in faults.items() if text}


def file_faults(found: dict[str, bytes], before: dict[str, bytes], people: People) -> dict[str, str]:
    """Return the differences of files, by name. The manifest is compared with the files that it describes."""
    faults = dict.fromkeys(found.keys() - before.keys(), "it was not there")
    for name, data in before.items():
        if is_manifest(name):
            continue
        wanted, text = expected_file(name, data, people), text_of(name, found.get(name, b""))
        if text != wanted:
            lines = difference([(line,) for line in text.split("\n")], [(line,) for line in wanted.split("\n")])
            faults[name] = lines.replace("rows", "lines") or "its lines have another order"
        elif wanted == text_of(name, data) and found[name] != data:
            faults[name] = "it was written, although it has nobody who is due"
    return faults


def compared(after: Snapshot, before: Snapshot, people: People) -> dict[str, str]:
    """Return how tables and files differ from those of the model, by name."""
    tables = table_faults(after.tables, expected(before.tables, people))
    return tables | file_faults(after.files, before.files, people)


def _counted(state: State) -> tuple[int, ...]:
    state.postgres.query("select pg_stat_clear_snapshot(), pg_stat_force_next_flush(), pg_sleep(0.3)")
    read, written, scans = (int(value) for value in state.postgres.query(_ROWS)[0])
    server = state.clickhouse.administrator
    events = {name: int(value) for name, value in server.query(_EVENTS)}
    mutations = int(server.scalar("select count() from system.mutations"))
    rows = sum(events.get(name, 0) for name in ("MutatedRows", "MergedRows", "InsertedRows"))
    return mutations, rows, events.get("SelectedRows", 0), events.get("Query", 0), read, written, scans


def settled(state: State) -> bool:
    """Return whether all mutations are applied, and no part has rows that are only hidden."""
    server = state.clickhouse.administrator
    waiting = server.scalar("select count() from system.mutations where not is_done")
    return not waiting and not server.scalar(_HIDDEN)


def worked(state: State) -> Work:
    """Run the job, and return what it read and wrote."""
    before = _counted(state)
    state.run()
    return Work(*(after - first for after, first in zip(_counted(state), before, strict=True)))


def measured(state: State, base: Snapshot) -> Run:
    """Run the job, and compare the tables and files with those of the model.

    Args:
        state: The copy in which the job runs.
        base: The copy's tables and files; requests, holds and accounts can have changed since.
    """
    people, before_run = People(state), updated(base, state)
    parts = state.clickhouse.administrator.query(_PARTS)
    before = _counted(state)
    completed = state.run()
    is_settled = settled(state)
    work = Work(*(after - first for after, first in zip(_counted(state), before, strict=True)))
    after = snapshot_of(state)
    faults = compared(after, before_run, people)
    written = [name for name, data in before_run.files.items() if after.files.get(name) != data]
    same = parts == state.clickhouse.administrator.query(_PARTS)
    return Run(completed, people, faults, work, written, is_settled, same, after)
