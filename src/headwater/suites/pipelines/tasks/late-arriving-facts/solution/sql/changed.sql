-- The days whose records, plans or prices are new. A record that arrives for an old day makes only that day of its account new.
CREATE TEMPORARY TABLE arrived ON COMMIT DROP AS
SELECT DISTINCT account_id, (used_at AT TIME ZONE 'UTC')::date AS day
FROM raw.usage
WHERE arrival_id > %(arrival_id)s AND arrival_id <= %(new_arrival_id)s;

CREATE TEMPORARY TABLE repriced ON COMMIT DROP AS
SELECT d.account_id, d.product, d.day, d.quantity
FROM (
    SELECT account_id, min(valid_from) AS first FROM crm.plan_changes WHERE change_id > %(change_id)s GROUP BY account_id
) AS changes,
LATERAL (SELECT * FROM mart.due WHERE due.account_id = changes.account_id AND day >= changes.first OFFSET 0) AS d
UNION
SELECT d.account_id, d.product, d.day, d.quantity
FROM (
    SELECT plan, product, min(valid_from) AS first FROM billing.prices WHERE price_id > %(price_id)s GROUP BY plan, product
) AS changes,
LATERAL (
    SELECT * FROM mart.due WHERE due.product = changes.product AND due.plan = changes.plan AND day >= changes.first OFFSET 0
) AS d;

ANALYZE arrived;
ANALYZE repriced;
