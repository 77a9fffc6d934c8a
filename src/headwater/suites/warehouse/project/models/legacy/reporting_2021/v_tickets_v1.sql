{{ config(
    materialized='incremental',
    event_time='month_dt',
    unique_key='month_dt',
    incremental_strategy='delete+insert'
) }}

-- IC 2021-05-12: TICKETS BY MONTH, TOPIC AND PRIORITY. EVERYTHING THAT CAME IN COUNTS, ALSO WHAT WAS MERGED LATER: THE PEOPLE AT THE
-- DESK HAVE READ IT. SPAM COUNTS AS 'other' UNTIL THE SPAM FILTER OF OCTOBER 2021 (SUP-4).
SELECT X.month_dt
     , X.topic
     , X.prio
     , X.channel
     , COUNT(*)                                                         AS tickets
     , SUM(CASE WHEN X.status IN ('solved', 'closed') THEN 1 ELSE 0 END) AS solved
     , SUM(CASE WHEN X.times_reopened > 0 THEN 1 ELSE 0 END)             AS reopened
     , SUM(X.answers)                                                   AS answers
     , SUM(CASE WHEN X.first_answer_min IS NOT NULL THEN 1 ELSE 0 END)   AS answered
     , SUM(COALESCE(X.first_answer_min, 0))                             AS first_answer_min
     , SUM(CASE WHEN X.first_solution_min IS NOT NULL THEN 1 ELSE 0 END) AS with_solution
     , SUM(COALESCE(X.first_solution_min, 0))                           AS solution_min
  FROM (
        SELECT T.created_month                                          AS month_dt
             , CASE WHEN T.is_spam = 'Y' THEN 'other' ELSE T.topic END  AS topic
             , T.prio
             , T.channel
             , T.status
             , S.times_reopened
             , S.answers
             , S.first_answer_min
             , S.first_solution_min
          FROM {{ ref('base_tickets') }} T
         INNER JOIN {{ ref('base_ticket_steps') }} S
            ON S.ticket_id = T.ticket_id
         WHERE T.is_spam = 'N'
            OR T.created_dt < DATE '2021-10-01'
       ) X
{%- if is_incremental() %}
 WHERE X.month_dt >= {{ to_date(date_add_months(month_start(as_of()), -4)) }}
{%- endif %}
 GROUP BY X.month_dt
     , X.topic
     , X.prio
     , X.channel
