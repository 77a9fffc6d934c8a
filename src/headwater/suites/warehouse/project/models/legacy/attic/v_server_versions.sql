{{ config(
    materialized='incremental',
    event_time='month_dt',
    unique_key=['month_dt', 'version'],
    incremental_strategy='delete+insert'
) }}

-- IC 2021-10-05: SERVERS BY MONTH AND VERSION. READ BY THE OLD FLEET PAGE, WHICH WAS TURNED OFF IN MAY 2023 (SRV-40).
SELECT X.month_dt
     , X.version
     , COUNT(*)                                                         AS servers
     , SUM(CASE WHEN X.edition = 'free' THEN 1 ELSE 0 END)               AS free_servers
     , SUM(CASE WHEN X.is_container = 'Y' THEN 1 ELSE 0 END)             AS in_containers
     , SUM(COALESCE(X.people, 0))                                       AS people
     , {{ legacy_flag('MAX(V.end_of_support_on) < MAX(X.ping_dt)') }}    AS out_of_support
  FROM (
        SELECT {{ legacy_month('D.ping_dt') }}                          AS month_dt
             , D.*
             , ROW_NUMBER() OVER (PARTITION BY D.server_id, {{ legacy_month('D.ping_dt') }} ORDER BY D.ping_dt DESC) AS rn
          FROM {{ ref('base_server_days') }} D
       {%- if is_incremental() %}
         WHERE D.ping_dt >= {{ to_date(date_add_months(month_start(as_of()), -1)) }}
       {%- endif %}
       ) X
  LEFT JOIN {{ ref('stg_releases__versions') }} V
    ON V.version = X.version
 WHERE X.rn = 1
 GROUP BY X.month_dt
     , X.version
