{{ config(materialized='table') }}

-- IC 2021-07-02: TRIALS OF THE CLOUD BY MONTH OF THEIR START, AND WHAT BECAME OF THEM UNTIL NOW.
-- A TRIAL IS A SUBSCRIPTION THAT BEGAN WITH ONE. (THE APP'S OWN LIST OF TRIALS HAS MORE: THOSE WITHOUT A CARD.)
SELECT X.month_dt
     , X.region
     , X.size_class
     , COUNT(*)                                                         AS trials
     , SUM(CASE WHEN X.outcome = 'paid' THEN 1 ELSE 0 END)               AS paid
     , SUM(CASE WHEN X.outcome = 'stopped' THEN 1 ELSE 0 END)            AS stopped
     , SUM(CASE WHEN X.outcome = 'running' THEN 1 ELSE 0 END)            AS running
     , {{ legacy_percent("SUM(CASE WHEN X.outcome = 'paid' THEN 1 ELSE 0 END)", "SUM(CASE WHEN X.outcome <> 'running' THEN 1 ELSE 0 END)") }} AS paid_percent
     , SUM(X.days_to_pay)                                               AS days_to_pay
  FROM (
        SELECT S.start_month                                            AS month_dt
             , A.region
             , A.size_class
             , CASE
                   WHEN E.paid_dt IS NOT NULL THEN 'paid'
                   WHEN S.status_now = 'trialing' THEN 'running'
                   ELSE 'stopped'
               END                                                      AS outcome
             , CASE WHEN E.paid_dt IS NOT NULL THEN {{ date_diff_days('S.start_dt', 'E.paid_dt') }} ELSE 0 END AS days_to_pay
          FROM {{ ref('base_subs') }} S
         INNER JOIN {{ ref('base_accounts') }} A
            ON A.cust_id = S.cust_id_v1
          LEFT JOIN (
                SELECT sub_id
                     , MIN(event_dt)                                    AS paid_dt
                  FROM {{ ref('base_sub_events') }}
                 WHERE event_type = 'trial_converted'
                 GROUP BY sub_id
               ) E
            ON E.sub_id = S.sub_id
         WHERE S.had_trial = 'Y'
           AND (A.account_kind = 'customer' OR (A.account_kind = 'demo' AND S.start_dt <= {{ legacy_trials_count_until() }}))
       ) X
 GROUP BY X.month_dt
     , X.region
     , X.size_class
