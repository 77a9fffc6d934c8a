{{ config(
    materialized='incremental',
    event_time='month_dt',
    unique_key=['sub_id', 'month_dt'],
    incremental_strategy='delete+insert'
) }}

-- IC 2021-03-15: WHAT A SUBSCRIPTION WAS AT THE END OF EACH MONTH. "TMP" UNTIL WE HAVE A REAL HISTORY.
-- THE EVENT THAT HOLDS IS THE LAST ONE BEFORE THE FIRST OF THE NEXT MONTH. A FAILED PAYMENT CHANGES NOTHING HERE; THE STATE IS
-- WHAT THE LAST EVENT OF THE OTHER KINDS SAID.
SELECT M.sub_id
     , M.month_dt
     , M.month_end_dt
     , M.bill_id
     , M.cust_id_v1
     , M.cust_id_v2
     , M.ws_id
     , M.sub_kind
     , M.sub_state
     , M.price_id
     , M.seats
     , M.coupon_id
     , M.coupon_percent
     , M.first_paid_dt
     , CASE
           WHEN M.coupon_percent IS NULL THEN CAST(0 AS DECIMAL(9, 4))
           WHEN M.first_paid_dt IS NULL OR M.month_end_dt < M.first_paid_dt THEN CAST(0 AS DECIMAL(9, 4))
           WHEN M.coupon_months IS NULL THEN M.coupon_percent
           WHEN M.month_end_dt < {{ legacy_months_later('M.first_paid_dt', 'M.coupon_months') }} THEN M.coupon_percent
           ELSE CAST(0 AS DECIMAL(9, 4))
       END                                                              AS percent_off
     , {{ legacy_flag("M.sub_state IN ('active', 'past due')") }}        AS pays
     , {{ legacy_flag("M.sub_state = 'trial'") }}                       AS is_trial
  FROM (
        SELECT S.sub_id
             , C.month_dt
             , C.month_end_dt
             , S.bill_id
             , S.cust_id_v1
             , S.cust_id_v2
             , S.ws_id
             , S.sub_kind
             , S.coupon_id
             , S.coupon_percent
             , S.coupon_months
             , F.first_paid_dt
             , E.price_id
             , E.seats
             , CASE E.event_type
                   WHEN 'canceled' THEN 'canceled'
                   WHEN 'payment_failed' THEN 'past due'
                   WHEN 'created' THEN CASE WHEN S.had_trial = 'Y' THEN 'trial' ELSE 'active' END
                   WHEN 'trial_converted' THEN 'active'
                   WHEN 'renewed' THEN 'active'
                   WHEN 'reactivated' THEN 'active'
                   ELSE CASE
                            WHEN S.had_trial = 'Y' AND (F.first_paid_dt IS NULL OR C.month_end_dt < F.first_paid_dt) THEN 'trial'
                            ELSE 'active'
                        END
               END                                                      AS sub_state
             , ROW_NUMBER() OVER (PARTITION BY S.sub_id, C.month_dt ORDER BY E.event_no DESC) AS rn
          FROM {{ ref('base_subs') }} S
         INNER JOIN {{ ref('base_sub_events') }} E
            ON E.sub_id = S.sub_id
         INNER JOIN {{ ref('base_calendar') }} C
            ON E.event_dt <= C.month_end_dt
           AND COALESCE(CAST(E.next_event_at AS DATE), DATE '9999-12-31') >= C.month_dt
          LEFT JOIN (
                SELECT sub_id
                     , MIN(event_dt)                                    AS first_paid_dt
                  FROM (
                        SELECT V.sub_id
                             , V.event_dt
                          FROM {{ ref('base_sub_events') }} V
                         INNER JOIN {{ ref('base_subs') }} B
                            ON B.sub_id = V.sub_id
                         WHERE V.event_type IN ('trial_converted', 'renewed', 'reactivated')
                            OR (V.event_type = 'created' AND B.had_trial = 'N')
                       ) Z
                 GROUP BY sub_id
               ) F
            ON F.sub_id = S.sub_id
       ) M
 WHERE M.rn = 1
   AND M.sub_state <> 'canceled'
{%- if is_incremental() %}
   -- three months back: events are late by weeks when the provider replays them
   AND M.month_dt >= {{ to_date(date_add_months(month_start(as_of()), -3)) }}
{%- endif %}
