{{ config(materialized='table') }}

-- PN 2022-02-22 (REP-49): people are counted once a month and customer, and only with an action that counts as activity.
SELECT D.cust_id
     , D.month_dt
     , D.workspaces
     , COALESCE(P.people, 0)                                            AS people
     , D.person_days
     , D.actions
     , D.messages
     , D.runbooks
     , D.board_updates
     , D.files_and_calls
     , D.days_used
     , D.mobile_percent
  FROM (
        SELECT U.cust_id
             , U.month_dt
             , COUNT(*)                                                 AS workspaces
             , SUM(U.person_days)                                       AS person_days
             , SUM(U.actions)                                           AS actions
             , SUM(U.messages)                                          AS messages
             , SUM(U.runbooks)                                          AS runbooks
             , SUM(U.board_updates)                                     AS board_updates
             , SUM(U.files + U.calls)                                   AS files_and_calls
             , MAX(U.days_used)                                         AS days_used
             , {{ legacy_percent('SUM(U.mobile_actions)', 'SUM(U.actions)') }} AS mobile_percent
          FROM {{ ref('tmp_usage_months') }} U
         GROUP BY U.cust_id
             , U.month_dt
       ) D
  LEFT JOIN (
        SELECT A.account_id                                             AS cust_id
             , {{ legacy_month('A.date_day') }}                         AS month_dt
             , COUNT(DISTINCT A.user_id)                                AS people
          FROM {{ ref('fct_user_daily_activity') }} A
         WHERE A.is_active
         GROUP BY A.account_id
             , {{ legacy_month('A.date_day') }}
       ) P
    ON P.cust_id = D.cust_id
   AND P.month_dt = D.month_dt
