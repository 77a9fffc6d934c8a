"""The queries that fill the tables of the layer from the tables in raw."""

DAY = "toDate(at, 'Europe/Lisbon')"
SOURCES = {
    "account_log": "SELECT id, plan, is_internal, version FROM raw.accounts",
    "user_log": "SELECT id, account_id, is_robot, version FROM raw.users",
    "payment_log": (
        "SELECT id, account_id, amount - refunded AS amount, "
        "if(status = 'settled', toDate(paid_at, 'Europe/Lisbon'), NULL) AS day, version FROM raw.payments"
    ),
    "user_months": (
        f"SELECT toStartOfMonth({DAY}) AS month, user_id, "
        f"groupBitOr(bitShiftLeft(toUInt32(1), toDayOfMonth({DAY}) - 1)) AS days "
        "FROM raw.actions WHERE kind != 'sync' GROUP BY month, user_id"
    ),
}
