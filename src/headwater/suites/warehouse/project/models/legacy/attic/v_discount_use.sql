-- IC 2022-02-03: COUPONS BY MONTH: HOW MANY SUBSCRIPTIONS HAVE ONE, WHAT IT TAKES OFF. SINCE JUNE 2022 FINANCE HAS fct_discounts_monthly.
SELECT M.month_dt
     , M.coupon_id
     , COUNT(*)                                                         AS subs
     , SUM(M.seats)                                                     AS seats
     , SUM(CASE WHEN M.percent_off > 0 THEN 1 ELSE 0 END)                AS subs_with_discount
     , SUM({{ legacy_usd('M.seats * P.month_price', 'R.average_rate') }}) AS list_usd
     , SUM({{ legacy_usd('M.seats * P.month_price * M.percent_off / 100', 'R.average_rate') }}) AS discount_usd
  FROM {{ ref('tmp_sub_months') }} M
 INNER JOIN {{ ref('base_prices') }} P
    ON P.price_id = M.price_id
 INNER JOIN {{ ref('base_rates_month') }} R
    ON R.currency = P.currency
   AND R.month_dt = M.month_dt
 WHERE M.pays = 'Y'
   AND M.coupon_id IS NOT NULL
 GROUP BY M.month_dt
     , M.coupon_id
