-- The quantities of days with new records. LATERAL makes Postgres look up each day by the index, however few or many there are.
CREATE TEMPORARY TABLE quantities ON COMMIT DROP AS
SELECT account_id, product, day, sum(quantity) AS quantity
FROM (
    SELECT a.account_id, u.product, a.day, u.quantity
    FROM arrived a,
    LATERAL (
        SELECT DISTINCT ON (record_id) product, quantity
        FROM raw.usage
        WHERE account_id = a.account_id AND quantity >= 0 AND arrival_id <= %(new_arrival_id)s
            AND used_at >= a.day::timestamp AT TIME ZONE 'UTC' AND used_at < (a.day + 1)::timestamp AT TIME ZONE 'UTC'
        ORDER BY record_id, arrival_id DESC
    ) AS u
) AS newest
GROUP BY account_id, product, day;

INSERT INTO quantities
SELECT account_id, product, day, quantity FROM repriced
WHERE NOT EXISTS (
    SELECT FROM quantities q WHERE (q.account_id, q.product, q.day) = (repriced.account_id, repriced.product, repriced.day)
);
ANALYZE quantities;

CREATE TEMPORARY TABLE plan_periods ON COMMIT DROP AS
SELECT account_id, plan, daterange(valid_from, lead(valid_from) OVER (PARTITION BY account_id ORDER BY valid_from)) AS days
FROM (
    SELECT DISTINCT ON (account_id, valid_from) account_id, valid_from, plan
    FROM crm.plan_changes
    WHERE change_id <= %(new_change_id)s
    ORDER BY account_id, valid_from, change_id DESC
) AS newest
WHERE plan IS NOT NULL;

CREATE TEMPORARY TABLE price_periods ON COMMIT DROP AS
SELECT plan, product, unit_price, daterange(valid_from, lead(valid_from) OVER (PARTITION BY plan, product ORDER BY valid_from)) AS days
FROM (
    SELECT DISTINCT ON (plan, product, valid_from) plan, product, valid_from, unit_price
    FROM billing.prices
    WHERE price_id <= %(new_price_id)s
    ORDER BY plan, product, valid_from, price_id DESC
) AS newest;

CREATE TEMPORARY TABLE news ON COMMIT DROP AS
SELECT q.account_id, q.product, q.day, coalesce(p.plan, 'unassigned') AS plan, q.quantity,
    coalesce(round(q.quantity * r.unit_price, 2), 0) AS amount
FROM quantities q
LEFT JOIN plan_periods p ON p.account_id = q.account_id AND p.days @> q.day
LEFT JOIN price_periods r ON r.plan = p.plan AND r.product = q.product AND r.days @> q.day;
ANALYZE news;

INSERT INTO mart.due (account_id, product, day, plan, quantity, amount)
SELECT account_id, product, day, plan, quantity, amount FROM news
ON CONFLICT (account_id, day, product) DO UPDATE
SET plan = excluded.plan, quantity = excluded.quantity, amount = excluded.amount
WHERE (due.plan, due.quantity, due.amount) IS DISTINCT FROM (excluded.plan, excluded.quantity, excluded.amount);
