{{ config(
    materialized='incremental',
    event_time='use_dt',
    unique_key=['ws_id', 'use_dt'],
    incremental_strategy='delete+insert'
) }}

-- IC 2021-07-19: USE OF THE CLOUD BY WORKSPACE AND DAY.
-- PN 2023-03-14 (REP-77): reads fct_events instead of the raw events, which took an hour. The bots and the staff are out
-- since then; v_usage_v1 adds nothing back, because nobody could say how many they were. A person a day first, so that people are counted and not told apart again.
SELECT P.ws_id
     , P.cust_id
     , P.use_dt
     , SUM(P.actions)                                                   AS actions
     , COUNT(P.user_id)                                                 AS people
     , SUM(P.is_active)                                                 AS active_people
     , SUM(P.is_core)                                                   AS core_people
     , SUM(P.messages)                                                  AS messages
     , SUM(P.runbooks)                                                  AS runbooks
     , SUM(P.board_updates)                                             AS board_updates
     , SUM(P.files)                                                     AS files
     , SUM(P.calls)                                                     AS calls
     , SUM(P.searches)                                                  AS searches
     , SUM(P.logins)                                                    AS logins
     , SUM(P.mobile_actions)                                            AS mobile_actions
     , SUM(P.desktop_actions)                                           AS desktop_actions
  FROM (
        SELECT E.workspace_id                                           AS ws_id
             , E.account_id                                             AS cust_id
             , E.event_date                                             AS use_dt
             , E.user_id
             , COUNT(*)                                                 AS actions
             , MAX(CASE WHEN E.is_activity THEN 1 ELSE 0 END)            AS is_active
             , MAX(CASE WHEN E.is_core_action THEN 1 ELSE 0 END)         AS is_core
             , SUM(CASE WHEN E.event_name = 'message_posted' THEN 1 ELSE 0 END) AS messages
             , SUM(CASE WHEN E.event_name = 'runbook_run' THEN 1 ELSE 0 END)    AS runbooks
             , SUM(CASE WHEN E.event_name = 'board_updated' THEN 1 ELSE 0 END)  AS board_updates
             , SUM(CASE WHEN E.event_name = 'file_shared' THEN 1 ELSE 0 END)    AS files
             , SUM(CASE WHEN E.event_name = 'call_started' THEN 1 ELSE 0 END)   AS calls
             , SUM(CASE WHEN E.event_name = 'search' THEN 1 ELSE 0 END)         AS searches
             , SUM(CASE WHEN E.event_name = 'login' THEN 1 ELSE 0 END)          AS logins
             , SUM(CASE WHEN E.client IN ('ios', 'android') THEN 1 ELSE 0 END)  AS mobile_actions
             , SUM(CASE WHEN E.client = 'desktop' THEN 1 ELSE 0 END)            AS desktop_actions
          FROM {{ ref('fct_events') }} E
         WHERE E.is_user_action
{%- if is_incremental() %}
           AND E.event_date >= {{ to_date(date_add_days(as_of(), -10)) }}
{%- endif %}
         GROUP BY E.workspace_id
             , E.account_id
             , E.event_date
             , E.user_id
       ) P
 GROUP BY P.ws_id
     , P.cust_id
     , P.use_dt
