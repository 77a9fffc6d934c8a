{{ config(materialized='table') }}

-- TW 2022-06-27 (REP-58): second version. No trials, no demo accounts, the better match of who pays.
SELECT Y.cust_id
     , Y.month_dt
     , A.cust_name
     , A.region
     , A.size_class
     , A.account_kind
     , Y.subs
     , 0                                                                AS trial_subs
     , Y.licences
     , Y.seats
     , CASE
           WHEN Y.subs > 0 AND Y.licences > 0 THEN 'both'
           WHEN Y.licences > 0 THEN 'server'
           ELSE 'cloud'
       END                                                              AS customer_kind
  FROM (
        SELECT X.cust_id
             , X.month_dt
             , SUM(X.subs)                                              AS subs
             , SUM(X.licences)                                          AS licences
             , SUM(X.seats)                                             AS seats
          FROM (
                SELECT M.cust_id_v2                                     AS cust_id
                     , M.month_dt
                     , 1                                                AS subs
                     , 0                                                AS licences
                     , M.seats
                  FROM {{ ref('tmp_sub_months') }} M
                 WHERE M.pays = 'Y'
                   AND M.sub_kind = 'cloud'
                 UNION ALL
                SELECT L.cust_id_v2
                     , L.month_dt
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
 WHERE A.account_kind = 'customer'
