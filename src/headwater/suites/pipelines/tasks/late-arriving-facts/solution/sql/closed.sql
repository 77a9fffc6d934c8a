-- Finance can close a month while a run works, which then still takes the month for open. So the first run that sees a month closed
-- takes over its invoice, and compares all of its days, and those of its adjustments, with what is due.
INSERT INTO repriced (account_id, product, day, quantity)
SELECT account_id, product, day, quantity
FROM mart.due
JOIN (
    SELECT account_id, product, day FROM mart.due WHERE day >= %(last_open_month)s AND day < %(open_month)s
    UNION
    SELECT account_id, product, day FROM mart.adjustments WHERE month >= %(last_open_month)s
    UNION
    SELECT account_id, product, day FROM billing.invoice_lines WHERE month >= %(last_open_month)s
) AS keys USING (account_id, product, day)
EXCEPT
SELECT account_id, product, day, quantity FROM repriced;
ANALYZE repriced;

DELETE FROM mart.daily_usage WHERE day >= %(last_open_month)s AND day < %(open_month)s;
INSERT INTO mart.daily_usage (day, account_id, product, plan, quantity, amount)
SELECT day, account_id, product, plan, quantity, amount FROM billing.invoice_lines
WHERE month >= %(last_open_month)s AND month = date_trunc('month', day);

DELETE FROM mart.adjustments WHERE month >= %(last_open_month)s;
INSERT INTO mart.adjustments (month, day, account_id, product, quantity, amount)
SELECT month, day, account_id, product, quantity, amount FROM billing.invoice_lines
WHERE month >= %(last_open_month)s AND month <> date_trunc('month', day);
