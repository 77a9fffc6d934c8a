-- Store the new records, and note their days.
CREATE TEMPORARY TABLE arrived ON COMMIT DROP AS
SELECT DISTINCT ON (record_id) record_id, account_id, product, (used_at AT TIME ZONE 'UTC')::date AS day, quantity
FROM raw.usage
WHERE arrival_id > %(arrival_id)s AND arrival_id <= %(new_arrival_id)s AND quantity >= 0
ORDER BY record_id, arrival_id DESC;

INSERT INTO mart.records (record_id, account_id, product, day, quantity)
SELECT record_id, account_id, product, day, quantity FROM arrived
ON CONFLICT (record_id) DO UPDATE SET quantity = excluded.quantity WHERE records.quantity <> excluded.quantity;

CREATE TEMPORARY TABLE keys ON COMMIT DROP AS
SELECT account_id, product, day FROM arrived
UNION
SELECT r.account_id, r.product, r.day
FROM (
    SELECT account_id, min(valid_from) AS first FROM crm.plan_changes WHERE change_id > %(change_id)s GROUP BY account_id
) AS changes,
LATERAL (SELECT * FROM mart.records WHERE records.account_id = changes.account_id AND day >= changes.first OFFSET 0) AS r;
