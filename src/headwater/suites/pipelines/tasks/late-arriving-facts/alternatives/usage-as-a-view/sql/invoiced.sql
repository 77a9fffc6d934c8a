DELETE FROM mart.adjustments WHERE month < %(open_month)s;
INSERT INTO mart.adjustments (month, day, account_id, product, quantity, amount)
SELECT month, day, account_id, product, quantity, amount FROM billing.invoice_lines WHERE month <> date_trunc('month', day);
