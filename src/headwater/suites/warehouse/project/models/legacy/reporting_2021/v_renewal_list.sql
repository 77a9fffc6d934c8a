{{ config(materialized='table') }}

-- IC 2021-10-18: WHAT ENDS IN THE NEXT HALF YEAR, FOR THE PEOPLE WHO CALL. YEARLY SUBSCRIPTIONS BY THE END OF THEIR PERIOD, LICENCES BY
-- THEIR LAST DAY. MONTHLY SUBSCRIPTIONS ARE ONLY LISTED IF THEY ARE CANCELED TO THE END OF THE PERIOD.
SELECT L.contract_id
     , L.contract_kind
     , L.cust_id
     , COALESCE(A.cust_name, '(unknown)')                               AS cust_name
     , COALESCE(A.region, 'Unassigned')                                 AS region
     , L.ends_dt
     , {{ legacy_month('L.ends_dt') }}                                  AS ends_month
     , {{ date_diff_days(as_of(), 'L.ends_dt') }}                       AS days_left
     , L.seats
     , L.year_value_usd
     , L.is_leaving
     , COALESCE(U.people, 0)                                            AS people_last_month
     , COALESCE(T.tickets, 0)                                           AS tickets_90_days
     , COALESCE(T.bad_marks, 0)                                         AS bad_marks_90_days
     , CASE
           WHEN L.is_leaving = 'Y' THEN 'leaving'
           WHEN L.contract_kind = 'subscription' AND COALESCE(U.people, 0) = 0 THEN 'nobody uses it'
           WHEN COALESCE(T.bad_marks, 0) > 0 THEN 'unhappy'
           WHEN L.contract_kind = 'subscription' AND COALESCE(U.people, 0) * 2 < L.seats THEN 'too many seats'
           ELSE 'fine'
       END                                                              AS call_note
  FROM (
        SELECT S.sub_id                                                 AS contract_id
             , 'subscription'                                           AS contract_kind
             , S.cust_id_v2                                             AS cust_id
             , S.period_to_dt                                           AS ends_dt
             , M.seats
             , {{ legacy_usd('12 * M.seats * P.month_price * (1 - M.percent_off / 100)', 'R.closing_rate') }} AS year_value_usd
             , {{ legacy_flag('S.cancels_at_period_end') }}             AS is_leaving
          FROM {{ ref('base_subs') }} S
         INNER JOIN {{ ref('tmp_sub_months') }} M
            ON M.sub_id = S.sub_id
           AND M.month_dt = {{ month_start(as_of()) }}
         INNER JOIN {{ ref('base_prices') }} P
            ON P.price_id = M.price_id
         INNER JOIN {{ ref('base_rates_month') }} R
            ON R.currency = P.currency
           AND R.month_dt = M.month_dt
         WHERE M.pays = 'Y'
           AND S.sub_kind = 'cloud'
           AND (P.billing_interval = 'year' OR S.cancels_at_period_end)
         UNION ALL
        SELECT L.lic_id
             , 'licence'
             , L.cust_id_v2
             , B.expiry_dt
             , L.seats
             , {{ legacy_usd('12 * L.month_value', 'R.closing_rate') }}
             , 'N'
          FROM {{ ref('tmp_lic_months') }} L
         INNER JOIN {{ ref('base_licences') }} B
            ON B.lic_id = L.lic_id
         INNER JOIN {{ ref('base_rates_month') }} R
            ON R.currency = L.currency
           AND R.month_dt = L.month_dt
         WHERE L.month_dt = {{ month_start(as_of()) }}
       ) L
  LEFT JOIN {{ ref('base_accounts') }} A
    ON A.cust_id = L.cust_id
  LEFT JOIN {{ ref('v_usage') }} U
    ON U.cust_id = L.cust_id
   AND U.month_dt = {{ month_start(as_of()) }}
  LEFT JOIN (
        SELECT X.cust_id
             , COUNT(*)                                                 AS tickets
             , SUM(CASE WHEN R.score = 'bad' THEN 1 ELSE 0 END)          AS bad_marks
          FROM {{ ref('base_tickets') }} X
          LEFT JOIN {{ ref('base_ratings') }} R
            ON R.ticket_id = X.ticket_id
         WHERE X.is_spam = 'N'
           AND X.created_dt > {{ to_date(date_add_days(as_of(), -90)) }}
         GROUP BY X.cust_id
       ) T
    ON T.cust_id = L.cust_id
 WHERE L.ends_dt >= {{ as_of() }}
   AND L.ends_dt <= {{ to_date(date_add_months(as_of(), 6)) }}
   AND COALESCE(A.account_kind, 'customer') = 'customer'
