{{ config(
    materialized='incremental',
    event_time='month_dt',
    unique_key=['lic_id', 'month_dt'],
    incremental_strategy='delete+insert'
) }}

-- IC 2021-06-15: LICENCES THAT COVER THE LAST DAY OF A MONTH, AND THEIR VALUE BY THE MONTH.
-- VALUE: THE NET OF THE INVOICE OVER THE MONTHS OF THE TERM; WITHOUT AN INVOICE THE LIST PRICE OF THE DAY OF ISSUE.
-- WHAT IS REPLACED WITHIN A TERM IS COUNTED ONCE, UNDER THE LICENCE THAT TOOK ITS PLACE.
SELECT X.lic_id
     , X.month_dt
     , X.month_end_dt
     , X.cust_id_v1
     , X.cust_id_v2
     , X.sku
     , X.edition
     , X.seats
     , X.term_months
     , X.valued_by
     , X.currency
     , X.month_value
  FROM (
        SELECT L.lic_id
             , C.month_dt
             , C.month_end_dt
             , L.cust_id_v1
             , L.cust_id_v2
             , L.sku
             , L.edition
             , L.seats
             , T.term_months
             , CASE WHEN L.inv_id IS NOT NULL AND L.inv_net > 0 THEN 'invoice' ELSE 'list' END AS valued_by
             , CASE WHEN L.inv_id IS NOT NULL AND L.inv_net > 0 THEN L.inv_currency ELSE 'USD' END AS currency
             , CAST(
                   CASE
                       WHEN L.inv_id IS NOT NULL AND L.inv_net > 0 THEN L.inv_net / T.term_months
                       ELSE L.seats * P.month_price
                   END AS DECIMAL(18, 4)
               )                                                        AS month_value
             , ROW_NUMBER() OVER (PARTITION BY L.lic_id, C.month_dt ORDER BY P.list_no DESC) AS rn
          FROM {{ ref('base_licences') }} L
         INNER JOIN (
                SELECT lic_id
                     , GREATEST(CAST({{ date_diff_months('start_dt', to_date(date_add_days('expiry_dt', 1))) }} AS INTEGER), 1) AS term_months
                  FROM {{ ref('base_licences') }}
               ) T
            ON T.lic_id = L.lic_id
         INNER JOIN {{ ref('base_calendar') }} C
            ON C.month_end_dt BETWEEN L.start_dt AND L.last_dt
          LEFT JOIN {{ ref('base_licences') }} N
            ON N.lic_id = L.replaced_by
           AND N.start_dt <= C.month_end_dt
         INNER JOIN {{ ref('base_prices') }} P
            ON UPPER(P.plan) = L.sku
           AND P.currency = 'USD'
           AND P.billing_interval = 'year'
           AND (P.valid_from_dt <= L.issued_dt OR P.list_no = 1)
         WHERE L.is_paid = 'Y'
           AND N.lic_id IS NULL
       ) X
 WHERE X.rn = 1
{%- if is_incremental() %}
   AND X.month_dt >= {{ to_date(date_add_months(month_start(as_of()), -2)) }}
{%- endif %}
