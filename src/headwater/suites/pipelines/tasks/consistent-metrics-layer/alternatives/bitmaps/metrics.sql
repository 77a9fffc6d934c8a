CREATE OR REPLACE VIEW analytics.{name} AS
WITH
    plans AS (
        SELECT id, account.1 AS plan FROM (SELECT id, argMaxMerge(current) AS account FROM analytics.account_states GROUP BY id)
        WHERE NOT account.2
    ),
    members AS (
        SELECT p.plan AS plan, groupBitmapState(u.id) AS users
        FROM (SELECT id, argMaxMerge(current) AS user FROM analytics.user_states GROUP BY id) AS u
        JOIN plans AS p ON p.id = u.user.1
        WHERE NOT u.user.2
        GROUP BY plan
    )
SELECT {period}, plan, sum(users) AS active_users, sum(accounts) AS paying_accounts, CAST(sum(money) AS Decimal(14, 2)) AS revenue
FROM (
    SELECT d.{period} AS {period}, m.plan AS plan, bitmapAndCardinality(d.users, m.users) AS users, toUInt64(0) AS accounts,
        CAST(0 AS Decimal(14, 2)) AS money
    FROM (SELECT {of_day} AS {period}, groupBitmapMergeState(d.users) AS users FROM analytics.day_users AS d GROUP BY {period}) AS d
    CROSS JOIN members AS m
    WHERE users > 0
    UNION ALL
    SELECT {of_payment} AS {period}, a.plan AS plan, toUInt64(0) AS users, uniqExact(p.account) AS accounts,
        CAST(sum(p.amount) AS Decimal(14, 2)) AS money
    FROM (
        SELECT paid.1 AS account, paid.2 - paid.3 AS amount, toDate(assumeNotNull(paid.5), 'Europe/Lisbon') AS day
        FROM (SELECT id, argMaxMerge(current) AS paid FROM analytics.payment_states GROUP BY id)
        WHERE paid.4 = 'settled' AND paid.5 IS NOT NULL
    ) AS p
    JOIN plans AS a ON a.id = p.account
    GROUP BY {period}, plan
)
GROUP BY {period}, plan
