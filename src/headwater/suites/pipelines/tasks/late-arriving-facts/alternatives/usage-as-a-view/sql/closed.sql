-- A run that worked while a month was closed has taken it for open. Its days, and those of its adjustments, are compared again.
INSERT INTO keys
SELECT account_id, product, day FROM mart.records WHERE day >= %(last_open_month)s AND day < %(open_month)s
UNION
SELECT account_id, product, day FROM mart.adjustments WHERE month >= %(last_open_month)s
UNION
SELECT account_id, product, day FROM billing.invoice_lines WHERE month >= %(last_open_month)s;

DELETE FROM mart.adjustments WHERE month >= %(last_open_month)s;
INSERT INTO mart.adjustments (month, day, account_id, product, quantity, amount)
SELECT month, day, account_id, product, quantity, amount FROM billing.invoice_lines
WHERE month >= %(last_open_month)s AND month <> date_trunc('month', day);
