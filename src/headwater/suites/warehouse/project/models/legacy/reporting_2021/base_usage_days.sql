{{ config(
    materialized='incremental',
    unique_key=['ws_id', 'use_dt'],
    incremental_strategy='delete+insert'
) }}

-- IC 2021-07-19: USE OF THE CLOUD BY WORKSPACE AND DAY.
-- PN 2023-03-14 (REP-77): reads fct_events instead of the raw events, which took an hour. The bots and the staff are out
-- since then; v_usage_v1 adds nothing back, because nobody could say how many they were.
SELECT E.workspace_id                                                   AS ws_id
     , E.account_id                                                     AS cust_id
     , E.event_date                                                     AS use_dt
     , COUNT(*)                                                         AS actions
     , COUNT(DISTINCT E.user_id)                                        AS people
     , COUNT(DISTINCT CASE WHEN E.is_activity THEN E.user_id END)        AS active_people
     , COUNT(DISTINCT CASE WHEN E.is_core_action THEN E.user_id END)     AS core_people
     , SUM(CASE WHEN E.event_name = 'message_posted' THEN 1 ELSE 0 END)  AS messages
     , SUM(CASE WHEN E.event_name = 'runbook_run' THEN 1 ELSE 0 END)     AS runbooks
     , SUM(CASE WHEN E.event_name = 'board_updated' THEN 1 ELSE 0 END)   AS board_updates
     , SUM(CASE WHEN E.event_name = 'file_shared' THEN 1 ELSE 0 END)     AS files
     , SUM(CASE WHEN E.event_name = 'call_started' THEN 1 ELSE 0 END)    AS calls
     , SUM(CASE WHEN E.event_name = 'search' THEN 1 ELSE 0 END)          AS searches
     , SUM(CASE WHEN E.event_name = 'login' THEN 1 ELSE 0 END)           AS logins
     , SUM(CASE WHEN E.client IN ('ios', 'android') THEN 1 ELSE 0 END)   AS mobile_actions
     , SUM(CASE WHEN E.client = 'desktop' THEN 1 ELSE 0 END)             AS desktop_actions
  FROM {{ ref('fct_events') }} E
 WHERE E.is_user_action
{%- if is_incremental() %}
   AND E.event_date >= {{ to_date(date_add_days(as_of(), -10)) }}
{%- endif %}
 GROUP BY E.workspace_id
     , E.account_id
     , E.event_date
