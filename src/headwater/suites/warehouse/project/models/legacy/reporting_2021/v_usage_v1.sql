{{ config(materialized='table') }}

-- IC 2021-07-21: USE OF THE CLOUD BY CUSTOMER AND MONTH. PEOPLE: THE SUM OF THE BUSIEST DAYS OF ALL WORKSPACES.
-- WHO LOGS IN COUNTS AS A USER, WHATEVER HE DOES.
SELECT U.cust_id
     , U.month_dt
     , COUNT(*)                                                         AS workspaces
     , SUM(U.peak_people)                                               AS people
     , SUM(U.person_days)                                               AS person_days
     , SUM(U.actions)                                                   AS actions
     , SUM(U.messages)                                                  AS messages
     , SUM(U.runbooks)                                                  AS runbooks
     , SUM(U.board_updates)                                             AS board_updates
     , SUM(U.files + U.calls)                                           AS files_and_calls
     , MAX(U.days_used)                                                 AS days_used
     , {{ legacy_percent('SUM(U.mobile_actions)', 'SUM(U.actions)') }}   AS mobile_percent
  FROM {{ ref('tmp_usage_months') }} U
 GROUP BY U.cust_id
     , U.month_dt
