{{ config(materialized='table') }}

-- IC 2021-12-06: NPS BY HALF YEAR, REGION AND SIZE. THE FIRST ANSWER OF A PERSON IN A HALF YEAR COUNTS (THE NEW LAYER TAKES THE LAST).
SELECT X.half_year
     , X.region
     , X.size_class
     , COUNT(*)                                                         AS answers
     , SUM(CASE WHEN X.score >= 9 THEN 1 ELSE 0 END)                     AS promoters
     , SUM(CASE WHEN X.score BETWEEN 7 AND 8 THEN 1 ELSE 0 END)          AS passives
     , SUM(CASE WHEN X.score <= 6 THEN 1 ELSE 0 END)                     AS detractors
     , SUM(CASE WHEN X.has_comment = 'Y' THEN 1 ELSE 0 END)              AS comments
     , {{ legacy_percent('SUM(CASE WHEN X.score >= 9 THEN 1 ELSE 0 END) - SUM(CASE WHEN X.score <= 6 THEN 1 ELSE 0 END)', 'COUNT(*)') }} AS nps
  FROM (
        SELECT {{ keel_year_half('N.responded_at') }}                     AS half_year
             , A.region
             , A.size_class
             , N.nps_score                                              AS score
             , {{ legacy_flag('N.nps_comment IS NOT NULL') }}           AS has_comment
             , ROW_NUMBER() OVER (
                   PARTITION BY N.user_id
                              , EXTRACT(YEAR FROM N.responded_at)
                              , {{ keel_half('N.responded_at') }}
                       ORDER BY N.responded_at
                              , N.response_id
               )                                                        AS rn
          FROM {{ ref('stg_survey__nps_responses') }} N
         INNER JOIN {{ ref('base_users') }} U
            ON U.user_id = N.user_id
         INNER JOIN {{ ref('base_workspaces') }} W
            ON W.ws_id = N.workspace_id
         INNER JOIN {{ ref('base_accounts') }} A
            ON A.cust_id = W.cust_id
         WHERE U.user_kind = 'person'
           AND A.account_kind = 'customer'
       ) X
 WHERE X.rn = 1
 GROUP BY X.half_year
     , X.region
     , X.size_class
