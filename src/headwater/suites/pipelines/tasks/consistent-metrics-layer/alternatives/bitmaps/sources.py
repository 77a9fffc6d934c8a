"""The queries that fill the tables of the layer from the tables in raw."""

SOURCES = {
    "account_states": "SELECT id, argMaxState((plan, is_internal), version) AS current FROM raw.accounts GROUP BY id",
    "user_states": "SELECT id, argMaxState((account_id, is_robot), version) AS current FROM raw.users GROUP BY id",
    "payment_states": (
        "SELECT id, argMaxState((account_id, amount, refunded, status, paid_at), version) AS current "
        "FROM raw.payments GROUP BY id"
    ),
    "day_users": (
        "SELECT toDate(at, 'Europe/Lisbon') AS day, groupBitmapState(user_id) AS users "
        "FROM raw.actions WHERE kind != 'sync' GROUP BY day"
    ),
}
