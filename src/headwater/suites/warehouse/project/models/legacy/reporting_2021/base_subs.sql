{{ config(materialized='table') }}

-- IC 2021-03-04: SUBSCRIPTIONS AS THE PROVIDER HAS THEM TODAY, WITH WHO PAYS.
SELECT S.subscription_id                                                AS sub_id
     , S.customer_id                                                    AS bill_id
     , V1.cust_id                                                       AS cust_id_v1
     , V2.cust_id                                                       AS cust_id_v2
     , S.workspace_id                                                   AS ws_id
     , CASE WHEN S.workspace_id IS NULL THEN 'server' ELSE 'cloud' END   AS sub_kind
     , S.status                                                         AS status_now
     , CAST(S.started_at AS DATE)                                       AS start_dt
     , {{ legacy_month('S.started_at') }}                               AS start_month
     , CAST(S.trial_ends_at AS DATE)                                    AS trial_end_dt
     , {{ legacy_flag('S.trial_ends_at > S.started_at') }}              AS had_trial
     , CAST(S.current_period_starts_at AS DATE)                         AS period_from_dt
     , CAST(S.current_period_ends_at AS DATE)                           AS period_to_dt
     , S.cancels_at_period_end
     , CAST(S.canceled_at AS DATE)                                      AS cancel_dt
     , CAST(S.ended_at AS DATE)                                         AS end_dt
     , S.coupon_id
     , P.percent_off                                                    AS coupon_percent
     , P.duration_months                                                AS coupon_months
     , V2.currency
     , V2.bill_country
     , V2.tax_status
  FROM {{ ref('stg_billing__subscriptions') }} S
 INNER JOIN {{ ref('base_billing_customers_v1') }} V1
    ON V1.bill_id = S.customer_id
 INNER JOIN {{ ref('base_billing_customers_v2') }} V2
    ON V2.bill_id = S.customer_id
  LEFT JOIN {{ ref('stg_billing__coupons') }} P
    ON P.coupon_id = S.coupon_id
