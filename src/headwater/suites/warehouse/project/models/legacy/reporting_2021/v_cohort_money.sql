{{ config(materialized='table') }}

-- IC 2022-01-24: CUSTOMERS BY THE CALENDAR QUARTER OF THEIR FIRST PAYMENT, AND WHAT THEY PAY A MONTH SO MANY QUARTERS LATER (LAST MONTH OF
-- EACH QUARTER). A COLUMN A QUARTER, ELEVEN OF THEM: THE PRINTER TOOK NO MORE. QUARTERS THAT HAVE NOT COME ARE EMPTY.
{%- set quarters = range(12) %}
SELECT F.first_quarter
     , MIN(F.first_month)                                               AS first_month
     , COUNT(DISTINCT F.cust_id)                                        AS customers
     {%- for quarter in quarters %}
     , CASE
           WHEN {{ legacy_months_later('MIN(F.quarter_month)', 3 * quarter + 2) }} <= {{ month_start(as_of()) }}
           THEN SUM(CASE WHEN M.month_dt = {{ legacy_months_later('F.quarter_month', 3 * quarter + 2) }} THEN M.mrr_usd ELSE 0 END)
       END                                                              AS mrr_quarter_{{ quarter }}_usd
     , CASE
           WHEN {{ legacy_months_later('MIN(F.quarter_month)', 3 * quarter + 2) }} <= {{ month_start(as_of()) }}
           THEN COUNT(DISTINCT CASE WHEN M.month_dt = {{ legacy_months_later('F.quarter_month', 3 * quarter + 2) }} AND M.mrr_usd > 0 THEN F.cust_id END)
       END                                                              AS customers_quarter_{{ quarter }}
     {%- endfor %}
  FROM (
        SELECT T.cust_id
             , {{ legacy_month('T.first_payment_dt') }}                 AS first_month
             , {{ legacy_quarter('T.first_payment_dt') }}               AS first_quarter
             , CAST(DATE_TRUNC('quarter', T.first_payment_dt) AS DATE)  AS quarter_month
          FROM {{ ref('tmp_cust_first') }} T
         INNER JOIN {{ ref('base_accounts') }} A
            ON A.cust_id = T.cust_id
         WHERE T.first_payment_dt IS NOT NULL
           AND A.account_kind = 'customer'
       ) F
  LEFT JOIN {{ ref('v_mrr') }} M
    ON M.cust_id = F.cust_id
   AND M.month_dt >= F.quarter_month
 GROUP BY F.first_quarter
