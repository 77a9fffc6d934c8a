{{ config(
    materialized='incremental',
    event_time='month_dt',
    unique_key=['ws_id', 'month_dt'],
    incremental_strategy='delete+insert'
) }}

-- IC 2021-07-20: USE BY WORKSPACE AND CALENDAR MONTH. PEOPLE OF A MONTH ARE THE BUSIEST DAY'S, BECAUSE THE DAYS ARE ALREADY
-- COUNTED; v_usage_v2 COUNTS THEM PROPERLY.
SELECT D.ws_id
     , D.cust_id
     , {{ legacy_month('D.use_dt') }}                                   AS month_dt
     , COUNT(*)                                                         AS days_used
     , SUM(CASE WHEN D.active_people > 0 THEN 1 ELSE 0 END)             AS days_active
     , MAX(D.people)                                                    AS peak_people
     , MAX(D.active_people)                                             AS peak_active_people
     , SUM(D.people)                                                    AS person_days
     , SUM(D.actions)                                                   AS actions
     , SUM(D.messages)                                                  AS messages
     , SUM(D.runbooks)                                                  AS runbooks
     , SUM(D.board_updates)                                             AS board_updates
     , SUM(D.files)                                                     AS files
     , SUM(D.calls)                                                     AS calls
     , SUM(D.searches)                                                  AS searches
     , SUM(D.logins)                                                    AS logins
     , SUM(D.mobile_actions)                                            AS mobile_actions
     , SUM(D.desktop_actions)                                           AS desktop_actions
  FROM {{ ref('base_usage_days') }} D
{%- if is_incremental() %}
 WHERE D.use_dt >= {{ to_date(date_add_months(month_start(as_of()), -1)) }}
{%- endif %}
 GROUP BY D.ws_id
     , D.cust_id
     , {{ legacy_month('D.use_dt') }}
