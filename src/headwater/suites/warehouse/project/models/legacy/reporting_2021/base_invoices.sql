{{ config(
    materialized='incremental',
    event_time='inv_dt',
    unique_key='inv_id',
    incremental_strategy='delete+insert'
) }}

-- IC 2021-03-08: INVOICES WITH VAT. DRAFTS ARE NO INVOICES. VOID ONES STAY IN, WITH THEIR STATUS.
-- IC 2021-08-19: THE DAY IS THAT OF FINALISATION (REP-21), IT WAS THE DAY OF CREATION BEFORE
SELECT I.invoice_id                                                     AS inv_id
     , I.invoice_number                                                 AS inv_no
     , I.customer_id                                                    AS bill_id
     , V1.cust_id                                                       AS cust_id_v1
     , V2.cust_id                                                       AS cust_id_v2
     , V2.bill_country
     , V2.tax_status
     , I.subscription_id                                                AS sub_id
     , I.license_id                                                     AS lic_id
     , CASE WHEN I.license_id IS NOT NULL THEN 'server' ELSE 'cloud' END AS inv_kind
     , I.status                                                         AS inv_status
     , {{ legacy_flag("I.status IN ('open', 'paid', 'uncollectible')") }} AS is_billed
     , I.currency
     , I.subtotal                                                       AS net
     , I.tax                                                            AS vat
     , I.total                                                          AS gross
     , I.amount_paid                                                    AS paid
     , CAST(COALESCE(I.finalized_at, I.created_at) AS DATE)             AS inv_dt
     , {{ legacy_month('COALESCE(I.finalized_at, I.created_at)') }}     AS inv_month
     , CAST(I.due_at AS DATE)                                           AS due_dt
     , CAST(I.paid_at AS DATE)                                          AS paid_dt
     , CAST(I.voided_at AS DATE)                                        AS void_dt
     , R.rate
     , {{ legacy_usd('I.subtotal', 'R.rate') }}                         AS net_usd
     , {{ legacy_usd('I.total', 'R.rate') }}                            AS gross_usd
     , {{ legacy_usd('I.total', 'R.rate') }} - {{ legacy_usd('I.subtotal', 'R.rate') }} AS vat_usd
     , CASE
           WHEN V2.tax_status <> 'none' THEN 0.00
           ELSE {{ legacy_vat_rate('V2.bill_country') }}
       END                                                              AS vat_rate_expected
  FROM {{ ref('stg_billing__invoices') }} I
 INNER JOIN {{ ref('base_billing_customers_v1') }} V1
    ON V1.bill_id = I.customer_id
 INNER JOIN {{ ref('base_billing_customers_v2') }} V2
    ON V2.bill_id = I.customer_id
 INNER JOIN {{ ref('base_rates') }} R
    ON R.currency = I.currency
   AND R.rate_dt = CAST(COALESCE(I.finalized_at, I.created_at) AS DATE)
 WHERE I.status <> 'draft'
{%- if is_incremental() %}
   -- an invoice changes for at most half a year: written off after 90 days, disputed for 60 more
   AND COALESCE(I.finalized_at, I.created_at) >= {{ date_add_days('CAST(' ~ as_of() ~ ' AS TIMESTAMP)', -180) }}
{%- endif %}
