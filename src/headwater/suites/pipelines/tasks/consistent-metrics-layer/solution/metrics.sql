CREATE OR REPLACE VIEW analytics.{name} AS
SELECT {period}, plan, sum(users) AS active_users, sum(accounts) AS paying_accounts, CAST(sum(money) AS Decimal(14, 2)) AS revenue
FROM (
    SELECT {of_day} AS {period}, a.plan AS plan, uniqExact(d.user_id) AS users, toUInt64(0) AS accounts, CAST(0 AS Decimal(14, 2)) AS money
    FROM (SELECT day, user_id FROM analytics.user_days FINAL) AS d
    JOIN (SELECT id, account_id FROM analytics.user_states FINAL WHERE NOT is_robot) AS u ON u.id = d.user_id
    JOIN (SELECT id, plan FROM analytics.account_states FINAL WHERE NOT is_internal) AS a ON a.id = u.account_id
    GROUP BY {period}, plan
    UNION ALL
    SELECT {of_payment} AS {period}, a.plan AS plan, toUInt64(0) AS users, uniqExact(p.account_id) AS accounts,
        CAST(sum(p.amount - p.refunded) AS Decimal(14, 2)) AS money
    FROM (
        SELECT account_id, amount, refunded, toDate(assumeNotNull(paid_at), 'Europe/Lisbon') AS day
        FROM analytics.payment_states FINAL
        WHERE status = 'settled' AND paid_at IS NOT NULL
    ) AS p
    JOIN (SELECT id, plan FROM analytics.account_states FINAL WHERE NOT is_internal) AS a ON a.id = p.account_id
    GROUP BY {period}, plan
)
GROUP BY {period}, plan
