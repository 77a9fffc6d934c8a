{{ config(
    materialized='incremental',
    event_time='month_dt',
    unique_key=['month_dt', 'service'],
    incremental_strategy='delete+insert'
) }}

-- IC 2021-11-02: INCIDENTS BY MONTH AND SERVICE, WITH THE TICKETS OF THE SAME HOURS. WHAT RUNS INTO THE NEXT MONTH IS COUNTED WHERE IT BEGAN.
-- 'telemetry_loss' IS NO OUTAGE FOR CUSTOMERS: IT HAS COLUMNS OF ITS OWN, BECAUSE USE IS TOO LOW IN THESE HOURS (THE COLLECTOR WAS DOWN
-- FOR A DAY IN DECEMBER 2021 AND THE BOARD ASKED WHY NOBODY HAD WORKED).
SELECT X.month_dt
     , X.service
     , COUNT(*)                                                         AS incidents
     , SUM(CASE WHEN X.incident_kind = 'outage' THEN 1 ELSE 0 END)       AS outages
     , SUM(CASE WHEN X.incident_kind = 'degraded' THEN 1 ELSE 0 END)     AS degraded
     , SUM(CASE WHEN X.incident_kind = 'telemetry_loss' THEN 1 ELSE 0 END) AS losses
     , SUM(CASE WHEN X.incident_kind <> 'telemetry_loss' THEN X.minutes ELSE 0 END) AS minutes
     , SUM(CASE WHEN X.incident_kind = 'telemetry_loss' THEN X.minutes ELSE 0 END)  AS minutes_without_events
     , MAX(X.minutes)                                                   AS longest_minutes
     , SUM(CASE WHEN X.region IS NULL THEN 1 ELSE 0 END)                 AS everywhere
     , SUM(CASE WHEN X.resolved_at IS NULL THEN 1 ELSE 0 END)            AS still_running
     , SUM(X.tickets)                                                   AS tickets_meanwhile
     , SUM(X.outage_tickets)                                            AS outage_tickets_meanwhile
  FROM (
        SELECT I.incident_id
             , {{ legacy_month('I.started_at') }}                       AS month_dt
             , I.service
             , I.incident_kind
             , I.region
             , I.resolved_at
             , {{ minutes_between('I.started_at', 'COALESCE(I.resolved_at, ' ~ as_of_end() ~ ')') }} AS minutes
             , COUNT(T.ticket_id)                                       AS tickets
             , SUM(CASE WHEN T.category = 'outage' THEN 1 ELSE 0 END)    AS outage_tickets
          FROM {{ ref('stg_telemetry__incidents') }} I
          LEFT JOIN {{ ref('base_tickets') }} T
            ON T.created_at >= I.started_at
           AND T.created_at < COALESCE(I.resolved_at, {{ as_of_end() }})
           AND T.is_spam = 'N'
       {%- if is_incremental() %}
         WHERE I.started_at >= {{ date_add_months(month_start(as_of()), -2) }}
       {%- endif %}
         GROUP BY I.incident_id
             , {{ legacy_month('I.started_at') }}
             , I.service
             , I.incident_kind
             , I.region
             , I.resolved_at
             , {{ minutes_between('I.started_at', 'COALESCE(I.resolved_at, ' ~ as_of_end() ~ ')') }}
       ) X
 GROUP BY X.month_dt
     , X.service
