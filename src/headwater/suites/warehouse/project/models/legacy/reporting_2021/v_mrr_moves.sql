{{ config(materialized='table') }}

-- IC 2021-04-29: WHAT CHANGED FROM MONTH TO MONTH. THE MONTH OF THE CUT-OVER HAS A ROW 'restated' INSTEAD OF UPS AND DOWNS
-- (ADDED BY TW 2023-02-08), BECAUSE THE TWO VERSIONS HAVE DIFFERENT RATES.
SELECT Q.cust_id
     , Q.month_dt
     , Q.region
     , Q.size_class
     , Q.prev_mrr_usd
     , Q.mrr_usd
     , Q.mrr_usd - Q.prev_mrr_usd                                       AS change_usd
     , CASE
           WHEN Q.month_dt = {{ legacy_cutover('mrr') }} AND Q.prev_mrr_usd > 0 AND Q.mrr_usd > 0 THEN 'restated'
           WHEN Q.prev_mrr_usd = 0 AND Q.mrr_usd > 0 AND Q.ever_before = 0 THEN 'new'
           WHEN Q.prev_mrr_usd = 0 AND Q.mrr_usd > 0 THEN 'back'
           WHEN Q.prev_mrr_usd > 0 AND Q.mrr_usd = 0 THEN 'lost'
           WHEN Q.mrr_usd > Q.prev_mrr_usd THEN 'up'
           ELSE 'down'
       END                                                              AS move
  FROM (
        SELECT G.cust_id
             , G.month_dt
             , G.region
             , G.size_class
             , COALESCE(N.mrr_usd, 0)                                   AS mrr_usd
             , COALESCE(P.mrr_usd, 0)                                   AS prev_mrr_usd
             , CASE WHEN G.first_month_dt < G.month_dt THEN 1 ELSE 0 END AS ever_before
          FROM (
                SELECT F.cust_id
                     , F.region
                     , F.size_class
                     , F.first_month_dt
                     , C.month_dt
                     , C.prev_month_dt
                  FROM (
                        SELECT cust_id
                             , MIN(region)                              AS region
                             , MIN(size_class)                          AS size_class
                             , MIN(month_dt)                            AS first_month_dt
                          FROM {{ ref('v_mrr') }}
                         GROUP BY cust_id
                       ) F
                 INNER JOIN {{ ref('base_calendar') }} C
                    ON C.month_dt >= F.first_month_dt
               ) G
          LEFT JOIN {{ ref('v_mrr') }} N
            ON N.cust_id = G.cust_id
           AND N.month_dt = G.month_dt
          LEFT JOIN {{ ref('v_mrr') }} P
            ON P.cust_id = G.cust_id
           AND P.month_dt = G.prev_month_dt
       ) Q
 WHERE Q.mrr_usd <> Q.prev_mrr_usd
