{{ config(
    materialized='incremental',
    event_time='use_dt',
    unique_key='use_dt',
    incremental_strategy='delete+insert'
) }}

-- IC 2021-09-13: LOGINS BY DAY, FOR THE SECURITY REVIEW OF 2021. LOGINS OF DAYS ON WHICH EVENTS WERE LOST ARE TOO FEW; THE REVIEW KNEW.
-- TODO IC 2021-10: ADD FAILED LOGINS WHEN THE APP SENDS THEM
SELECT D.use_dt
     , COUNT(DISTINCT D.ws_id)                                          AS workspaces
     , SUM(D.logins)                                                    AS logins
     , SUM(D.people)                                                    AS people
     , SUM(CASE WHEN D.logins > 3 * D.people THEN 1 ELSE 0 END)          AS busy_workspaces
     , {{ legacy_flag('MAX(CASE WHEN L.date_day IS NOT NULL THEN 1 ELSE 0 END) = 1') }} AS events_were_lost
  FROM {{ ref('base_usage_days') }} D
  LEFT JOIN (
        SELECT DISTINCT date_day
          FROM {{ ref('int_telemetry_loss_days') }}
       ) L
    ON L.date_day = D.use_dt
{%- if is_incremental() %}
 WHERE D.use_dt >= {{ to_date(date_add_days(as_of(), -10)) }}
{%- endif %}
 GROUP BY D.use_dt
