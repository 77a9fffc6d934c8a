CREATE TEMPORARY TABLE differences ON COMMIT DROP AS
SELECT q.day, q.account_id, q.product, q.quantity - i.quantity AS quantity,
    coalesce(round(q.quantity * u.unit_price, 2), 0) - i.amount AS amount
FROM (
    SELECT k.day, k.account_id, k.product, sum(r.quantity) AS quantity
    FROM (SELECT DISTINCT day, account_id, product FROM keys WHERE day < %(open_month)s) AS k
    JOIN mart.records r ON (r.account_id, r.day, r.product) = (k.account_id, k.day, k.product)
    GROUP BY k.day, k.account_id, k.product
) AS q
LEFT JOIN mart.plan_periods p ON p.account_id = q.account_id AND p.days @> q.day
LEFT JOIN mart.price_periods u ON u.plan = p.plan AND u.product = q.product AND u.days @> q.day,
LATERAL (
    SELECT coalesce(sum(l.quantity), 0) AS quantity, coalesce(sum(l.amount), 0) AS amount
    FROM billing.invoice_lines l
    WHERE (l.account_id, l.day, l.product) = (q.account_id, q.day, q.product)
) AS i;

DELETE FROM mart.adjustments a USING differences d
WHERE a.month = %(open_month)s AND (a.day, a.account_id, a.product) = (d.day, d.account_id, d.product);
INSERT INTO mart.adjustments (month, day, account_id, product, quantity, amount)
SELECT %(open_month)s, day, account_id, product, quantity, amount FROM differences WHERE (quantity, amount) <> (0, 0);

INSERT INTO mart.positions (open_month, arrival_id, change_id, price_id)
VALUES (%(open_month)s, %(new_arrival_id)s, %(new_change_id)s, %(new_price_id)s)
ON CONFLICT (single) DO UPDATE
SET open_month = excluded.open_month, arrival_id = excluded.arrival_id, change_id = excluded.change_id, price_id = excluded.price_id;
