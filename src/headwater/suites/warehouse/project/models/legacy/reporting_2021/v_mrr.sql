-- TW 2023-02-03 (FIN-219): v1 until January 2023, v2 from February 2023 (the first month of FY24) on.
SELECT V.cust_id
     , V.month_dt
     , COALESCE(A.region, 'Unassigned')                                 AS region
     , COALESCE(A.size_class, 'small')                                  AS size_class
     , V.cloud_mrr_usd
     , V.addon_mrr_usd
     , V.server_mrr_usd
     , V.mrr_usd
     , V.seats
     , V.contracts
     , V.made_by
  FROM (
        SELECT cust_id
             , month_dt
             , cloud_mrr_usd
             , addon_mrr_usd
             , server_mrr_usd
             , mrr_usd
             , seats
             , contracts
             , 'v1'                                                     AS made_by
          FROM {{ ref('v_mrr_v1') }}
         WHERE month_dt < {{ legacy_cutover('mrr') }}
         UNION ALL
        SELECT cust_id
             , month_dt
             , cloud_mrr_usd
             , addon_mrr_usd
             , server_mrr_usd
             , mrr_usd
             , seats
             , contracts
             , 'v2'
          FROM {{ ref('v_mrr_v2') }}
         WHERE month_dt >= {{ legacy_cutover('mrr') }}
       ) V
  LEFT JOIN {{ ref('base_accounts') }} A
    ON A.cust_id = V.cust_id
 WHERE COALESCE(A.account_kind, 'customer') <> 'own'
