-- Americas sheet, support. D. Alvarez. Desk in Denver from 14:00 to 23:00 UTC, winter and summer. Tickets without a customer are counted
-- with their assignee's desk elsewhere, not here.
SELECT
    t.created_month AS month,
    {{ amer_group('a.country') }} AS country_group,
    t.tier,
    COUNT(*) AS tickets,
    SUM(CASE WHEN {{ in_desk_hours('t.created_at', 14) }} AND t.weekday <= 5 THEN 1 ELSE 0 END) AS in_desk_hours,
    SUM(CASE WHEN t.weekday > 5 THEN 1 ELSE 0 END) AS on_weekends,
    SUM(CASE WHEN t.prio_no <= 2 THEN 1 ELSE 0 END) AS high_and_urgent,
    SUM(CASE WHEN t.answer_result = 'in time' THEN 1 ELSE 0 END) AS answered_in_time,
    SUM(CASE WHEN t.answer_result IN ('in time', 'late') THEN 1 ELSE 0 END) AS answered,
    SUM(CASE WHEN t.score = 'good' THEN 1 ELSE 0 END) AS good_marks,
    SUM(CASE WHEN t.score IS NOT NULL THEN 1 ELSE 0 END) AS marks,
    {{ legacy_percent("SUM(CASE WHEN t.answer_result = 'in time' THEN 1 ELSE 0 END)", "SUM(CASE WHEN t.answer_result IN ('in time', 'late') THEN 1 ELSE 0 END)") }} AS in_time_percent
FROM {{ ref('sup_ticket_list') }} t
INNER JOIN {{ ref('base_accounts') }} a ON a.cust_id = t.cust_id
WHERE a.region IN ('AMER', 'Unassigned')
  AND a.account_kind = 'customer'
GROUP BY
    t.created_month,
    {{ amer_group('a.country') }},
    t.tier
