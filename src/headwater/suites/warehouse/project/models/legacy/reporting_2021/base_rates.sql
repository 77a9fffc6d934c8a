{{ config(
    materialized='incremental',
    event_time='rate_dt',
    unique_key=['currency', 'rate_dt'],
    incremental_strategy='delete+insert'
) }}

-- IC 2021-03-01: A RATE FOR EVERY CURRENCY AND DAY. WEEKENDS TAKE THE LAST RATE BEFORE THEM.
-- THE FIRST DAYS OF 2021 HAVE NO RATE BEFORE THEM AND TAKE THE FIRST ONE.
SELECT Q.rate_dt
     , Q.currency
     , R.usd_per_unit                                                   AS rate
     , Q.quoted_dt
     , {{ legacy_flag('Q.quoted_dt <> Q.rate_dt') }}                    AS is_carried
  FROM (
        SELECT D.date_day                                               AS rate_dt
             , C.currency
             , COALESCE(MAX(CASE WHEN T.rate_date <= D.date_day THEN T.rate_date END), MIN(C.first_dt)) AS quoted_dt
          FROM (
                {{ date_spine(history_start(), as_of()) }}
               ) D
         CROSS JOIN (
                SELECT currency
                     , MIN(rate_date)                                   AS first_dt
                  FROM {{ ref('stg_treasury__fx_rates') }}
                 GROUP BY currency
               ) C
          LEFT JOIN {{ ref('stg_treasury__fx_rates') }} T
            ON T.currency = C.currency
           AND T.rate_date <= D.date_day
           AND T.rate_date > {{ to_date(date_add_days('D.date_day', -14)) }}   -- no holiday is longer
       {%- if is_incremental() %}
         WHERE D.date_day >= {{ to_date(date_add_days(as_of(), -14)) }}
       {%- endif %}
         GROUP BY D.date_day
             , C.currency
       ) Q
 INNER JOIN {{ ref('stg_treasury__fx_rates') }} R
    ON R.currency = Q.currency
   AND R.rate_date = Q.quoted_dt
UNION ALL
SELECT D.date_day
     , 'USD'
     , CAST(1 AS DECIMAL(18, 8))
     , D.date_day
     , 'N'
  FROM (
        {{ date_spine(history_start(), as_of()) }}
       ) D
{%- if is_incremental() %}
 WHERE D.date_day >= {{ to_date(date_add_days(as_of(), -14)) }}
{%- endif %}
