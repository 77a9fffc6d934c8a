-- The first run takes over what has been invoiced, in place of what an earlier version of the program or somebody else has left.
DELETE FROM mart.daily_usage d WHERE day < %(open_month)s OR NOT EXISTS (
    SELECT FROM mart.due WHERE (due.account_id, due.day, due.product) = (d.account_id, d.day, d.product)
);
INSERT INTO mart.daily_usage (day, account_id, product, plan, quantity, amount)
SELECT day, account_id, product, plan, quantity, amount FROM billing.invoice_lines WHERE month = date_trunc('month', day);

DELETE FROM mart.adjustments WHERE month < %(open_month)s;
INSERT INTO mart.adjustments (month, day, account_id, product, quantity, amount)
SELECT month, day, account_id, product, quantity, amount FROM billing.invoice_lines WHERE month <> date_trunc('month', day);
