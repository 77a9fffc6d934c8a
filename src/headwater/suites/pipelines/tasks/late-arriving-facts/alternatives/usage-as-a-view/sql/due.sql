-- The periods of plans and prices are few, and are replaced whenever something is new.
DELETE FROM mart.plan_periods WHERE %(change_id)s < %(new_change_id)s OR %(arrival_id)s = 0;
INSERT INTO mart.plan_periods (account_id, plan, days)
SELECT account_id, plan, daterange(valid_from, lead(valid_from) OVER (PARTITION BY account_id ORDER BY valid_from))
FROM (
    SELECT DISTINCT ON (account_id, valid_from) account_id, valid_from, plan
    FROM crm.plan_changes
    WHERE change_id <= %(new_change_id)s
    ORDER BY account_id, valid_from, change_id DESC
) AS newest
WHERE plan IS NOT NULL AND NOT EXISTS (SELECT FROM mart.plan_periods);

DELETE FROM mart.price_periods WHERE %(price_id)s < %(new_price_id)s OR %(arrival_id)s = 0;
INSERT INTO mart.price_periods (plan, product, unit_price, days)
SELECT plan, product, unit_price, daterange(valid_from, lead(valid_from) OVER (PARTITION BY plan, product ORDER BY valid_from))
FROM (
    SELECT DISTINCT ON (plan, product, valid_from) plan, product, valid_from, unit_price
    FROM billing.prices
    WHERE price_id <= %(new_price_id)s
    ORDER BY plan, product, valid_from, price_id DESC
) AS newest
WHERE NOT EXISTS (SELECT FROM mart.price_periods);

-- The days of accounts with a plan whose price is new. In open months, the view has the new price already.
INSERT INTO keys
SELECT r.account_id, r.product, r.day
FROM (
    SELECT plan, product, min(valid_from) AS first FROM billing.prices WHERE price_id > %(price_id)s GROUP BY plan, product
) AS changes
JOIN mart.plan_periods USING (plan),
LATERAL (
    SELECT * FROM mart.records
    WHERE records.account_id = plan_periods.account_id AND records.product = changes.product
        AND day >= greatest(changes.first, lower(days)) AND day < least(upper(days), %(open_month)s) AND %(price_id)s > 0
    OFFSET 0
) AS r;
ANALYZE keys;
