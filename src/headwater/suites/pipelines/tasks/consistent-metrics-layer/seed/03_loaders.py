"""Insert what the loaders copied from Postgres: all states of each row, some of them twice and out of order."""

ACCOUNTS = """
    select id, case when id % 5 = 0 then 'free' else plan end, is_internal and id % 2 = 0, id
    from app.accounts where id % 5 in (0, 1)
    union all select id, plan, is_internal, 100000 + id from app.accounts
    union all select id, 'free', false, 3 from app.accounts where id % 7 = 0
"""
USERS = """
    select id, account_id, is_robot, 100000 + id from app.users
    union all select id, 1 + id % 400, false, 1000 + id from app.users where id % 3 = 0
"""
PAYMENTS = """
    select id, account_id, amount, refunded, status, paid_at, 1000000 + id from app.payments where id % 2 = 0
    union all
    select id, account_id, amount, 0.00, 'pending', null, 1000 + id from app.payments where id % 3 > 0
    union all
    select id, account_id, amount, 0.00, 'settled', coalesce(paid_at, '2026-03-05Z'), 100000 + id
    from app.payments where id % 4 > 0
    union all
    select id, account_id, amount, refunded, status, paid_at, 1000000 + id
    from app.payments where id % 2 = 1 or id % 300 = 4
"""
ACTIONS = "select id, user_id, kind, at from app.actions where id %% 10 = %s or id %% 400 = 7 order by at, id"
COLUMNS = {
    "accounts": (ACCOUNTS, ["id", "plan", "is_internal", "version"]),
    "users": (USERS, ["id", "account_id", "is_robot", "version"]),
    "payments": (PAYMENTS, ["id", "account_id", "amount", "refunded", "status", "paid_at", "version"]),
}


def seed(services) -> None:  # noqa: ANN001 - the stack of services
    """Insert the rows in batches, as the loaders do."""
    for table, (sql, columns) in COLUMNS.items():
        rows = services.postgres.query(sql)
        for first in range(0, len(rows), 4_000):
            services.clickhouse.insert(f"raw.{table}", rows[first : first + 4_000], columns)
    for part in range(10):
        rows = services.postgres.query(ACTIONS, [part])
        services.clickhouse.insert("raw.actions", rows, ["id", "user_id", "kind", "at"])
