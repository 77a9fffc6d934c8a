{{ config(
    materialized='incremental',
    event_time='pay_at',
    unique_key='pay_id',
    incremental_strategy='delete+insert'
) }}

-- IC 2021-03-09: CHARGES. FAILED ONES TOO, DUNNING WANTS THEM.
SELECT P.charge_id                                                      AS pay_id
     , P.invoice_id                                                     AS inv_id
     , I.cust_id_v1
     , I.cust_id_v2
     , I.inv_kind
     , I.inv_dt
     , I.due_dt
     , P.status                                                         AS pay_status
     , {{ legacy_flag("P.status = 'succeeded'") }}                      AS is_ok
     , P.failure_code
     , P.payment_method                                                 AS pay_method
     , P.currency
     , P.amount
     , P.fee_usd
     , CAST(P.created_at AS DATE)                                       AS pay_dt
     , {{ legacy_month('P.created_at') }}                               AS pay_month
     , P.created_at                                                     AS pay_at
     , R.rate
     , {{ legacy_usd('P.amount', 'R.rate') }}                           AS amount_usd
     , {{ legacy_usd('P.amount', 'I.rate') }}                           AS amount_usd_at_invoice
     , ROW_NUMBER() OVER (PARTITION BY P.invoice_id ORDER BY P.created_at, P.charge_id) AS try_no
     , {{ date_diff_days('I.inv_dt', 'P.created_at') }}                 AS days_after_invoice
     , {{ date_diff_days('I.due_dt', 'P.created_at') }}                 AS days_after_due
  FROM {{ ref('stg_billing__charges') }} P
 INNER JOIN {{ ref('base_invoices') }} I
    ON I.inv_id = P.invoice_id
 INNER JOIN {{ ref('base_rates') }} R
    ON R.currency = P.currency
   AND R.rate_dt = CAST(P.created_at AS DATE)
{%- if is_incremental() %}
 -- all tries of an invoice or none, since they are numbered
 WHERE P.invoice_id IN (
        SELECT C.invoice_id
          FROM {{ ref('stg_billing__charges') }} C
         WHERE C.created_at >= {{ date_add_days('CAST(' ~ as_of() ~ ' AS TIMESTAMP)', -45) }}
       )
{%- endif %}
