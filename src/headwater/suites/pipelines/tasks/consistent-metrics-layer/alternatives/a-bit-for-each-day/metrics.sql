CREATE OR REPLACE VIEW analytics.{name} AS
WITH
    accounts AS (
        SELECT id, plan FROM (SELECT * FROM analytics.account_log ORDER BY id, version DESC LIMIT 1 BY id) WHERE NOT is_internal
    ),
    users AS (
        SELECT id, account_id FROM (SELECT * FROM analytics.user_log ORDER BY id, version DESC LIMIT 1 BY id) WHERE NOT is_robot
    ),
    payments AS (
        SELECT l.account_id AS account_id, l.amount AS amount, assumeNotNull(l.day) AS day
        FROM (SELECT * FROM analytics.payment_log ORDER BY id, version DESC LIMIT 1 BY id) AS l
        WHERE l.day IS NOT NULL
    )
SELECT {period}, plan, sum(active) AS active_users, sum(paying) AS paying_accounts, CAST(sum(money) AS Decimal(14, 2)) AS revenue
FROM (
    SELECT {of_day} AS {period}, a.plan AS plan, uniqExact(d.user_id) AS active, toUInt64(0) AS paying, CAST(0 AS Decimal(14, 2)) AS money
    FROM (
        SELECT user_id, month + arrayJoin(bitPositionsToArray(bits)) AS day
        FROM (SELECT month, user_id, groupBitOr(days) AS bits FROM analytics.user_months GROUP BY month, user_id)
    ) AS d
    JOIN users AS u ON u.id = d.user_id
    JOIN accounts AS a ON a.id = u.account_id
    GROUP BY {period}, plan
    UNION ALL
    SELECT {of_payment} AS {period}, a.plan AS plan, toUInt64(0) AS active, uniqExact(p.account_id) AS paying,
        CAST(sum(p.amount) AS Decimal(14, 2)) AS money
    FROM payments AS p
    JOIN accounts AS a ON a.id = p.account_id
    GROUP BY {period}, plan
)
GROUP BY {period}, plan
