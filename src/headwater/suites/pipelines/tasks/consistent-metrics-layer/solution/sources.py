"""What the tables of the layer take from those of raw."""

# A table takes this from new rows, and once from those that were there before. A row that comes twice changes nothing.
FILLED_FROM = {
    "account_states": "SELECT id, plan, is_internal, version FROM raw.accounts",
    "user_states": "SELECT id, account_id, is_robot, version FROM raw.users",
    "payment_states": "SELECT id, account_id, amount, refunded, status, paid_at, version FROM raw.payments",
    "user_days": "SELECT DISTINCT toDate(at, 'Europe/Lisbon') AS day, user_id FROM raw.actions WHERE kind != 'sync'",
}
