{{ config(materialized='table') }}

-- IC 2021-03-01: FIRST, LAST AND AVERAGE RATE OF A MONTH.
SELECT M.month_dt
     , M.currency
     , F.rate                                                           AS first_rate
     , L.rate                                                           AS closing_rate
     , CAST(M.avg_rate AS DECIMAL(18, 6))                               AS average_rate
     , M.low_rate
     , M.high_rate
     , M.days_quoted
  FROM (
        SELECT {{ legacy_month('rate_dt') }}                            AS month_dt
             , currency
             , MIN(rate_dt)                                             AS first_dt
             , MAX(rate_dt)                                             AS last_dt
             , AVG(rate)                                                AS avg_rate
             , MIN(rate)                                                AS low_rate
             , MAX(rate)                                                AS high_rate
             , SUM(CASE WHEN is_carried = 'N' THEN 1 ELSE 0 END)        AS days_quoted
          FROM {{ ref('base_rates') }}
         GROUP BY {{ legacy_month('rate_dt') }}
             , currency
       ) M
 INNER JOIN {{ ref('base_rates') }} F
    ON F.currency = M.currency
   AND F.rate_dt = M.first_dt
 INNER JOIN {{ ref('base_rates') }} L
    ON L.currency = M.currency
   AND L.rate_dt = M.last_dt
