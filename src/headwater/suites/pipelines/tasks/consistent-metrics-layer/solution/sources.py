"""The queries that fill the tables of the layer from the tables in raw."""

# Each query is that of a materialized view, and also fills the table once from the rows that are older than the view.
# The tables ignore repeated rows, so a row that both of them insert does no harm.
SOURCES = {
    "account_states": "SELECT id, plan, is_internal, version FROM raw.accounts",
    "user_states": "SELECT id, account_id, is_robot, version FROM raw.users",
    "payment_states": "SELECT id, account_id, amount, refunded, status, paid_at, version FROM raw.payments",
    "user_days": "SELECT DISTINCT toDate(at, 'Europe/Lisbon') AS day, user_id FROM raw.actions WHERE kind != 'sync'",
}
