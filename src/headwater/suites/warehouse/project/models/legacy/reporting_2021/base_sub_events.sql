{{ config(
    materialized='incremental',
    event_time='event_at',
    unique_key='event_id',
    incremental_strategy='delete+insert'
) }}

-- IC 2021-03-05: EVERY EVENT WITH THE PRICE AND THE SEATS THAT HOLD AFTER IT. AN EVENT SAYS ONLY WHAT CHANGES, SO THE LAST
-- ONE THAT SAID SOMETHING COUNTS. EVENTS OF THE SAME SECOND: 'created' FIRST, THEN BY THEIR IDS.
-- AN INCREMENTAL RUN MAKES ALL EVENTS OF THE SUBSCRIPTIONS AGAIN THAT HAD ONE IN THE LAST 60 DAYS.
SELECT F.event_id
     , F.sub_id
     , F.event_no
     , F.event_type
     , F.event_at
     , F.event_dt
     , F.event_month
     , MAX(F.price_id) OVER (PARTITION BY F.sub_id, F.price_group)      AS price_id
     , MAX(F.seats) OVER (PARTITION BY F.sub_id, F.seats_group)         AS seats
     , F.prev_price_id
     , F.prev_seats
     , LEAD(F.event_at) OVER (PARTITION BY F.sub_id ORDER BY F.event_no) AS next_event_at
     , {{ legacy_flag('F.event_no = F.last_event_no') }}                AS is_last
  FROM (
        SELECT E.*
             , COUNT(E.price_id) OVER (PARTITION BY E.sub_id ORDER BY E.event_no ROWS UNBOUNDED PRECEDING) AS price_group
             , COUNT(E.seats) OVER (PARTITION BY E.sub_id ORDER BY E.event_no ROWS UNBOUNDED PRECEDING)    AS seats_group
             , MAX(E.event_no) OVER (PARTITION BY E.sub_id)             AS last_event_no
          FROM (
                SELECT V.subscription_event_id                          AS event_id
                     , V.subscription_id                                AS sub_id
                     , V.event_type
                     , V.occurred_at                                    AS event_at
                     , CAST(V.occurred_at AS DATE)                      AS event_dt
                     , {{ legacy_month('V.occurred_at') }}              AS event_month
                     , V.price_id
                     , V.quantity                                       AS seats
                     , V.previous_price_id                              AS prev_price_id
                     , V.previous_quantity                              AS prev_seats
                     , ROW_NUMBER() OVER (
                           PARTITION BY V.subscription_id
                               ORDER BY V.occurred_at
                                      , CASE V.event_type WHEN 'created' THEN 0 ELSE 1 END
                                      , V.subscription_event_id
                       )                                                AS event_no
                  FROM {{ ref('stg_billing__subscription_events') }} V
                 INNER JOIN {{ ref('base_subs') }} S
                    ON S.sub_id = V.subscription_id
               ) E
       ) F
{%- if is_incremental() %}
 WHERE F.sub_id IN (
        SELECT R.subscription_id
          FROM {{ ref('stg_billing__subscription_events') }} R
         WHERE R.occurred_at >= {{ date_add_days('CAST(' ~ as_of() ~ ' AS TIMESTAMP)', -60) }}
       )
{%- endif %}
