-- EMEA sheet, support. N. Byrne. Desk in Dublin from 07:00 to 16:00 UTC. Friday and Saturday are the weekend of the Gulf states and of
-- Egypt, Saturday and Sunday everybody else's.
SELECT
    t.created_month AS month,
    {{ emea_group('a.country') }} AS country_group,
    t.tier,
    COUNT(*) AS tickets,
    SUM(
        CASE
            WHEN NOT {{ in_desk_hours('t.created_at', 7) }} THEN 0
            WHEN a.country IN ('AE', 'SA', 'EG') AND t.weekday IN (5, 6) THEN 0
            WHEN COALESCE(a.country, '?') NOT IN ('AE', 'SA', 'EG') AND t.weekday IN (6, 7) THEN 0
            ELSE 1
        END
    ) AS in_desk_hours,
    SUM(
        CASE
            WHEN a.country IN ('AE', 'SA', 'EG') AND t.weekday IN (5, 6) THEN 1
            WHEN COALESCE(a.country, '?') NOT IN ('AE', 'SA', 'EG') AND t.weekday IN (6, 7) THEN 1
            ELSE 0
        END
    ) AS on_weekends,
    SUM(CASE WHEN t.prio_no <= 2 THEN 1 ELSE 0 END) AS high_and_urgent,
    SUM(CASE WHEN t.category = 'billing' THEN 1 ELSE 0 END) AS billing_questions,
    SUM(CASE WHEN t.answer_result = 'in time' THEN 1 ELSE 0 END) AS answered_in_time,
    SUM(CASE WHEN t.answer_result IN ('in time', 'late') THEN 1 ELSE 0 END) AS answered,
    SUM(CASE WHEN t.score = 'good' THEN 1 ELSE 0 END) AS good_marks,
    SUM(CASE WHEN t.score IS NOT NULL THEN 1 ELSE 0 END) AS marks,
    {{ legacy_percent("SUM(CASE WHEN t.answer_result = 'in time' THEN 1 ELSE 0 END)", "SUM(CASE WHEN t.answer_result IN ('in time', 'late') THEN 1 ELSE 0 END)") }} AS in_time_percent
FROM {{ ref('sup_ticket_list') }} t
INNER JOIN {{ ref('base_accounts') }} a ON a.cust_id = t.cust_id
WHERE a.region = 'EMEA'
  AND a.account_kind = 'customer'
GROUP BY
    t.created_month,
    {{ emea_group('a.country') }},
    t.tier
