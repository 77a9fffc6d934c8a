{{ config(materialized='table') }}

-- IC 2021-04-21: WHO IS A CUSTOMER IN WHICH MONTH (FIRST VERSION).
-- A CUSTOMER HAS A SUBSCRIPTION AT THE END OF THE MONTH OR A LICENCE THAT IS PAID. UNTIL DECEMBER 2021 SUBSCRIPTIONS ON TRIAL AND
-- DEMO ACCOUNTS COUNT, TOO (REP-17: THE BOARD HAD SEEN THE HIGHER NUMBER ALREADY).
SELECT Y.cust_id
     , Y.month_dt
     , A.cust_name
     , A.region
     , A.size_class
     , A.account_kind
     , Y.subs
     , Y.trial_subs
     , Y.licences
     , Y.seats
     , CASE
           WHEN Y.subs > 0 AND Y.licences > 0 THEN 'both'
           WHEN Y.licences > 0 THEN 'server'
           WHEN Y.subs > 0 THEN 'cloud'
           ELSE 'trial'
       END                                                              AS customer_kind
  FROM (
        SELECT X.cust_id
             , X.month_dt
             , SUM(X.subs)                                              AS subs
             , SUM(X.trial_subs)                                        AS trial_subs
             , SUM(X.licences)                                          AS licences
             , SUM(X.seats)                                             AS seats
          FROM (
                SELECT M.cust_id_v1                                     AS cust_id
                     , M.month_dt
                     , CASE WHEN M.pays = 'Y' AND M.sub_kind = 'cloud' THEN 1 ELSE 0 END AS subs
                     , CASE WHEN M.is_trial = 'Y' THEN 1 ELSE 0 END     AS trial_subs
                     , 0                                                AS licences
                     , CASE WHEN M.sub_kind = 'cloud' THEN M.seats ELSE 0 END AS seats
                  FROM {{ ref('tmp_sub_months') }} M
                 UNION ALL
                SELECT L.cust_id_v1
                     , L.month_dt
                     , 0
                     , 0
                     , 1
                     , L.seats
                  FROM {{ ref('tmp_lic_months') }} L
               ) X
         GROUP BY X.cust_id
             , X.month_dt
       ) Y
 INNER JOIN {{ ref('base_accounts') }} A
    ON A.cust_id = Y.cust_id
 WHERE (
           Y.subs + Y.licences > 0
           AND (A.account_kind = 'customer' OR (A.account_kind = 'demo' AND Y.month_dt <= {{ legacy_trials_count_until() }}))
       )
    OR (
           Y.trial_subs > 0
           AND A.account_kind <> 'own'
           AND Y.month_dt <= {{ legacy_trials_count_until() }}
       )
