"""Change rows in Postgres, and insert into ClickHouse what the loaders would insert."""

from __future__ import annotations

from headwater.grading import State

ACTIONS = ("id", "user_id", "kind", "at")
STATES = {
    "accounts": ("id", "plan", "is_internal"),
    "users": ("id", "account_id", "is_robot"),
    "payments": ("id", "account_id", "amount", "refunded", "status", "paid_at"),
}
FIRST_NEW = 9_000_000  # the lowest id of actions and payments that the checks add


def add_actions(state: State, first: int, number: int, begins: str, minutes: int) -> None:
    """Add actions in Postgres, some minutes apart, by users in turn."""
    state.postgres.execute(
        f"insert into app.actions select {first} + n, 1 + n * 7 % 3000, "
        f"case when n % 5 = 0 then 'sync' else 'edit' end, "
        f"timestamptz '{begins}' + n * interval '{minutes} minutes' from generate_series(0, {number - 1}) n"
    )


def load_actions(state: State, first: int) -> None:
    """Copy the actions from an id on to ClickHouse."""
    rows = state.postgres.query(f"select {', '.join(ACTIONS)} from app.actions where id >= %s order by id", [first])
    state.clickhouse.insert("raw.actions", rows, list(ACTIONS))


def load_states(state: State, table: str, condition: str, version: int) -> None:
    """Copy the current states of some rows to ClickHouse, with a version."""
    columns = STATES[table]
    rows = state.postgres.query(
        f"select {', '.join(columns)}, {version} from app.{table} where {condition} order by id"
    )
    state.clickhouse.insert(f"raw.{table}", rows, [*columns, "version"])
