-- Days of months that are not closed.
INSERT INTO mart.daily_usage (day, account_id, product, plan, quantity, amount)
SELECT day, account_id, product, plan, quantity, amount FROM news WHERE day >= %(open_month)s
ON CONFLICT (day, account_id, product) DO UPDATE
SET plan = excluded.plan, quantity = excluded.quantity, amount = excluded.amount
WHERE (daily_usage.plan, daily_usage.quantity, daily_usage.amount) IS DISTINCT FROM (excluded.plan, excluded.quantity, excluded.amount);

-- Days of closed months: the difference to what has been invoiced.
CREATE TEMPORARY TABLE differences ON COMMIT DROP AS
SELECT n.day, n.account_id, n.product, n.quantity - i.quantity AS quantity, n.amount - i.amount AS amount
FROM news n,
LATERAL (
    SELECT coalesce(sum(l.quantity), 0) AS quantity, coalesce(sum(l.amount), 0) AS amount
    FROM billing.invoice_lines l
    WHERE (l.account_id, l.day, l.product) = (n.account_id, n.day, n.product)
) AS i
WHERE n.day < %(open_month)s;

INSERT INTO mart.adjustments (month, day, account_id, product, quantity, amount)
SELECT %(open_month)s, day, account_id, product, quantity, amount FROM differences WHERE (quantity, amount) <> (0, 0)
ON CONFLICT (month, day, account_id, product) DO UPDATE SET quantity = excluded.quantity, amount = excluded.amount
WHERE (adjustments.quantity, adjustments.amount) <> (excluded.quantity, excluded.amount);

DELETE FROM mart.adjustments a USING differences d
WHERE a.month = %(open_month)s AND (a.day, a.account_id, a.product) = (d.day, d.account_id, d.product)
    AND (d.quantity, d.amount) = (0, 0);

INSERT INTO mart.positions (open_month, arrival_id, change_id, price_id)
VALUES (%(open_month)s, %(new_arrival_id)s, %(new_change_id)s, %(new_price_id)s)
ON CONFLICT (single) DO UPDATE
SET open_month = excluded.open_month, arrival_id = excluded.arrival_id, change_id = excluded.change_id, price_id = excluded.price_id;
