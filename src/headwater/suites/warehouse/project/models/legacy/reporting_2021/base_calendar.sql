{{ config(materialized='table') }}

-- IC 2021-02-11: MONTHS FOR ALL REPORTS. CALENDAR MONTHS, NOT FISCAL ONES.
SELECT D.month_dt
     , D.month_end_dt
     , D.days_in_month
     , CAST(EXTRACT(YEAR FROM D.month_dt) AS INTEGER)                   AS cal_year
     , CAST(EXTRACT(MONTH FROM D.month_dt) AS INTEGER)                  AS cal_month
     , {{ legacy_quarter('D.month_dt') }}                               AS cal_quarter
     , {{ legacy_month_no('D.month_dt') }}                              AS month_no
     , {{ legacy_months_later('D.month_dt', 1) }}                       AS next_month_dt
     , {{ legacy_months_later('D.month_dt', -1) }}                      AS prev_month_dt
     , {{ legacy_months_later('D.month_dt', -12) }}                     AS year_ago_dt
     , {{ legacy_flag('D.month_end_dt <= ' ~ as_of()) }}                AS is_closed
     , D.business_days
  FROM (
        SELECT {{ legacy_month('S.date_day') }}                         AS month_dt
             , MAX(S.date_day)                                          AS month_end_dt
             , COUNT(*)                                                 AS days_in_month
             , SUM(CASE
                       WHEN EXTRACT(ISODOW FROM S.date_day) IN (6, 7) THEN 0
                       WHEN H.holiday_date IS NOT NULL THEN 0
                       ELSE 1
                   END)                                                 AS business_days
          FROM (
                {{ date_spine(history_start(), month_end(as_of())) }}
               ) S
          LEFT JOIN {{ ref('company_holidays') }} H
            ON H.holiday_date = S.date_day
         GROUP BY {{ legacy_month('S.date_day') }}
       ) D
