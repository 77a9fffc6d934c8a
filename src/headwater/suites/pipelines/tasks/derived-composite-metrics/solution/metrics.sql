-- Compute the days since {since:Date}, which also depend on the events of the six days before.
INSERT INTO metrics.daily_next
WITH
    days AS (
        SELECT arrayJoin(arrayMap(n -> {since:Date} + n, range(toUInt32({last:Date} - {since:Date} + 1)))) AS day
    ),
    events AS (
        SELECT event_id, any(user_id) AS user, any(kind) AS what, any(cents) AS paid, any(at) AS moment
        FROM app.events
        WHERE at >= toDateTime64({since:Date}, 3, 'UTC') + INTERVAL 4 HOUR - INTERVAL 6 DAY
            AND user_id NOT IN (SELECT user_id FROM app.users WHERE is_internal = 1)
        GROUP BY event_id
    ),
    by_day AS (
        SELECT
            toDate(moment - INTERVAL 4 HOUR) AS day,
            uniqExactIf(user, what = 'session_started') AS active_users,
            countIf(what = 'session_started') AS sessions,
            uniqExactIf(user, what = 'paid' AND paid > 0) AS paying_users,
            sumIf(toInt64(paid), what = 'paid') - sumIf(toInt64(paid), what = 'refunded') AS net
        FROM events
        GROUP BY day
    ),
    by_week AS (
        SELECT day, uniqExact(user) AS weekly_users
        FROM (
            SELECT toDate(moment - INTERVAL 4 HOUR) + arrayJoin(range(7)) AS day, user
            FROM events
            WHERE what = 'session_started'
        )
        GROUP BY day
    ),
    payments AS (
        SELECT user, groupArray(moment) AS moments FROM events WHERE what = 'paid' AND paid > 0 GROUP BY user
    ),
    by_trial AS (
        SELECT
            toDate(moment - INTERVAL 4 HOUR) AS day,
            count() AS trials,
            countIf(arrayExists(
                each -> each >= moment AND each <= moment + INTERVAL 14 DAY, payments.moments
            )) AS conversions
        FROM events
        LEFT JOIN payments ON payments.user = events.user
        WHERE what = 'trial_started'
        GROUP BY day
    )
SELECT
    day, active_users, weekly_users, sessions, trials, conversions, paying_users,
    toDecimal64(net, 2) / 100 AS revenue,
    active_users / nullIf(weekly_users, 0) AS stickiness,
    sessions / nullIf(active_users, 0) AS sessions_per_user,
    conversions / nullIf(trials, 0) AS conversion_rate,
    net / 100 / nullIf(paying_users, 0) AS revenue_per_payer
FROM days
LEFT JOIN by_day USING (day)
LEFT JOIN by_week USING (day)
LEFT JOIN by_trial USING (day)
