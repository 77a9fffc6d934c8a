-- PN 2023-09-11 (REP-84): third version, by user days instead of seats. Switched off on 2023-10-02: nobody could explain it to a
-- customer. Left here because the proposal for usage-based prices quotes it.
SELECT M.cust_id
     , M.month_dt
     , M.mrr_usd
     , U.person_days
     , CASE
           WHEN U.person_days > 0 THEN M.mrr_usd / U.person_days
       END                                                              AS usd_per_person_day
  FROM {{ ref('v_mrr_v2') }} M
  LEFT JOIN {{ ref('v_usage_v2') }} U
    ON U.cust_id = M.cust_id
   AND U.month_dt = M.month_dt
