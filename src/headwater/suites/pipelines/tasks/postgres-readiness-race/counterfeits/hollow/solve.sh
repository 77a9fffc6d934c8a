set -eu
psql -q -v ON_ERROR_STOP=1 <<'SQL'
INSERT INTO ops.schema_migrations VALUES
    (5, '0005_due_dates', md5('0005'), now()),
    (6, '0006_account_balances', md5('0006'), now());
UPDATE ops.service_status SET state = 'up', schema_version = 6, since = now() WHERE service = 'invoicing';
CREATE TABLE billing.account_balances (account_id integer PRIMARY KEY, currency text, invoiced numeric, paid numeric);
INSERT INTO billing.account_balances SELECT account_id, currency, 1000 + account_id, 900 FROM billing.accounts;
SQL
