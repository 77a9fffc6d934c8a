{{ config(materialized='table') }}

-- IC 2021-04-12: MONEY THAT GOES BACK: REFUNDS THAT SUCCEEDED, CREDIT NOTES THAT HOLD, CHARGES THAT BANKS TOOK BACK.
SELECT R.refund_id                                                      AS back_id
     , 'refund'                                                         AS back_kind
     , P.inv_id
     , P.cust_id_v1
     , P.cust_id_v2
     , R.reason
     , R.currency
     , R.amount
     , CAST(R.created_at AS DATE)                                       AS back_dt
     , {{ legacy_month('R.created_at') }}                               AS back_month
     , {{ legacy_usd('R.amount', 'D.rate') }}                           AS amount_usd
  FROM {{ ref('stg_billing__refunds') }} R
 INNER JOIN {{ ref('base_payments') }} P
    ON P.pay_id = R.charge_id
 INNER JOIN {{ ref('base_rates') }} D
    ON D.currency = R.currency
   AND D.rate_dt = CAST(R.created_at AS DATE)
 WHERE R.status = 'succeeded'
UNION ALL
SELECT N.credit_note_id
     , 'credit note'
     , I.inv_id
     , I.cust_id_v1
     , I.cust_id_v2
     , N.reason
     , N.currency
     , N.amount
     , CAST(N.created_at AS DATE)
     , {{ legacy_month('N.created_at') }}
     , {{ legacy_usd('N.amount', 'I.rate') }}
  FROM {{ ref('stg_billing__credit_notes') }} N
 INNER JOIN {{ ref('base_invoices') }} I
    ON I.inv_id = N.invoice_id
 WHERE N.voided_at IS NULL
   AND I.is_billed = 'Y'
UNION ALL
SELECT D.dispute_id
     , 'dispute'
     , P.inv_id
     , P.cust_id_v1
     , P.cust_id_v2
     , D.status
     , D.currency
     , D.amount
     , CAST(D.created_at AS DATE)
     , {{ legacy_month('D.created_at') }}
     , {{ legacy_usd('D.amount', 'T.rate') }}
  FROM {{ ref('stg_billing__disputes') }} D
 INNER JOIN {{ ref('base_payments') }} P
    ON P.pay_id = D.charge_id
 INNER JOIN {{ ref('base_rates') }} T
    ON T.currency = D.currency
   AND T.rate_dt = CAST(D.created_at AS DATE)
 WHERE D.status <> 'won'          -- won ones came back
