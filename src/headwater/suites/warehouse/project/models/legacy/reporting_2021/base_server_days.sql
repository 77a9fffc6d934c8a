{{ config(
    materialized='incremental',
    event_time='ping_dt',
    unique_key=['server_id', 'ping_dt'],
    incremental_strategy='delete+insert'
) }}

-- IC 2021-10-04: ONE ROW A SERVER AND DAY ON WHICH IT PINGED. THE LAST PING OF THE DAY. NOTHING IS CARRIED OVER A DAY
-- WITHOUT A PING, SO THESE NUMBERS ARE A LITTLE LOWER THAN THOSE OF fct_server_daily_activity.
SELECT P.server_id
     , P.ping_date                                                      AS ping_dt
     , P.license_key                                                    AS lic_key
     , L.lic_id
     , COALESCE(L.cust_id_v2, '(free)')                                 AS cust_id
     , P.version
     , P.edition
     , P.daily_active_users                                             AS people
     , P.registered_users                                               AS accounts
     , P.country_code                                                   AS country
     , {{ legacy_region('P.country_code') }}                            AS region
     , {{ legacy_flag('P.is_container') }}                              AS is_container
     , L.seats
  FROM {{ ref('int_server_pings_daily') }} P
  LEFT JOIN (
        SELECT Z.*
          FROM (
                SELECT lic_key
                     , lic_id
                     , cust_id_v2
                     , seats
                     , ROW_NUMBER() OVER (PARTITION BY lic_key ORDER BY issued_dt DESC, lic_id) AS rn
                  FROM {{ ref('base_licences') }}
               ) Z
         WHERE Z.rn = 1
       ) L
    ON L.lic_key = P.license_key
 WHERE NOT P.is_developer_build
{%- if is_incremental() %}
   AND P.ping_date >= {{ to_date(date_add_days(as_of(), -8)) }}
{%- endif %}
