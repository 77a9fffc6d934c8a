{{ config(materialized='table') }}

-- IC 2021-04-06: MONEY THAT CAME IN, BY MONTH, CURRENCY AND METHOD. AT THE RATE OF THE DAY IT CAME.
SELECT P.pay_month                                                      AS month_dt
     , P.currency
     , P.pay_method
     , COUNT(*)                                                         AS tries
     , SUM(CASE WHEN P.is_ok = 'Y' THEN 1 ELSE 0 END)                    AS payments
     , SUM(CASE WHEN P.pay_status = 'failed' THEN 1 ELSE 0 END)          AS failures
     , SUM(CASE WHEN P.is_ok = 'Y' AND P.try_no > 1 THEN 1 ELSE 0 END)   AS payments_after_failure
     , SUM(CASE WHEN P.is_ok = 'Y' THEN P.amount ELSE 0 END)             AS paid
     , SUM(CASE WHEN P.is_ok = 'Y' THEN P.amount_usd ELSE 0 END)         AS paid_usd
     , SUM(CASE WHEN P.is_ok = 'Y' THEN P.fee_usd ELSE 0 END)            AS fees_usd
     , SUM(CASE WHEN P.is_ok = 'Y' THEN P.amount_usd - P.amount_usd_at_invoice ELSE 0 END) AS exchange_gain_usd
     , SUM(CASE WHEN P.is_ok = 'Y' AND P.days_after_due > 0 THEN 1 ELSE 0 END) AS late_payments
     , {{ legacy_percent("SUM(CASE WHEN P.pay_status = 'failed' THEN 1 ELSE 0 END)", 'COUNT(*)') }} AS failure_percent
     , {{ legacy_percent("SUM(CASE WHEN P.is_ok = 'Y' THEN P.fee_usd ELSE 0 END)", "SUM(CASE WHEN P.is_ok = 'Y' THEN P.amount_usd ELSE 0 END)") }} AS fee_percent
  FROM {{ ref('base_payments') }} P
 GROUP BY P.pay_month
     , P.currency
     , P.pay_method
