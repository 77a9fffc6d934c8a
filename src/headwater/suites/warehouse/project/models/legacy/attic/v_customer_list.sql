-- IC 2021-03-30: LIST OF CUSTOMERS FOR THE WEBSITE TEAM. SUPERSEDED BY v_customer_sheet IN AUGUST 2021.
SELECT A.cust_id
     , UPPER(A.cust_name)                                               AS cust_name
     , A.country
     , A.region
     , A.industry
     , A.size_class
     , A.created_dt
     , CASE
           WHEN A.deleted_dt IS NOT NULL THEN 'FORMER'
           WHEN S.subs > 0 THEN 'CUSTOMER'
           ELSE 'FREE'
       END                                                              AS list_state
     , COALESCE(S.subs, 0)                                              AS subs
     , A.workspaces_alive
  FROM {{ ref('base_accounts') }} A
  LEFT JOIN (
        SELECT cust_id_v1
             , COUNT(*)                                                 AS subs
          FROM {{ ref('base_subs') }}
         WHERE status_now IN ('active', 'past_due')
         GROUP BY cust_id_v1
       ) S
    ON S.cust_id_v1 = A.cust_id
 WHERE A.account_kind = 'customer'
