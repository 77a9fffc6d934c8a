-- Finance closes a month: psql -v month=2026-08-01 -f billing/close_month.sql
BEGIN;
INSERT INTO billing.invoice_lines (month, day, account_id, product, plan, quantity, amount)
SELECT :'month', day, account_id, product, plan, quantity, amount
FROM mart.daily_usage
WHERE day >= :'month' AND day < date :'month' + interval '1 month'
UNION ALL
SELECT month, day, account_id, product, NULL, quantity, amount
FROM mart.adjustments
WHERE month = :'month';
INSERT INTO billing.closed_months (month, closed_at) VALUES (:'month', now());
COMMIT;
