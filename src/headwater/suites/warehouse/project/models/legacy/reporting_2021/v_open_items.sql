{{ config(materialized='table') }}

-- IC 2021-04-27: RECEIVABLES BY MONTH AND AGE, IN DOLLARS OF THE MONTH'S LAST DAY. "90+" IS WRITTEN WITH A PLUS IN THE SHEET.
SELECT O.month_dt
     , O.inv_kind
     , CASE
           WHEN O.days_late <= 0 THEN 'not due'
           WHEN O.days_late <= 30 THEN '1-30'
           WHEN O.days_late <= 60 THEN '31-60'
           WHEN O.days_late <= 90 THEN '61-90'
           ELSE '90+'
       END                                                              AS age
     , COUNT(*)                                                         AS invoices
     , COUNT(DISTINCT O.cust_id_v1)                                     AS customers
     , SUM({{ legacy_usd('O.open_amount', 'R.closing_rate') }})          AS open_usd
     , MAX(O.days_late)                                                 AS oldest_days
  FROM {{ ref('tmp_open_items') }} O
 INNER JOIN {{ ref('base_rates_month') }} R
    ON R.currency = O.currency
   AND R.month_dt = O.month_dt
 GROUP BY O.month_dt
     , O.inv_kind
     , CASE
           WHEN O.days_late <= 0 THEN 'not due'
           WHEN O.days_late <= 30 THEN '1-30'
           WHEN O.days_late <= 60 THEN '31-60'
           WHEN O.days_late <= 90 THEN '61-90'
           ELSE '90+'
       END
