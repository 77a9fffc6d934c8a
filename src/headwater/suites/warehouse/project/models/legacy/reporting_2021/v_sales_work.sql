{{ config(materialized='table') }}

-- IC 2021-11-29: WHAT SALESPEOPLE DO, BY MONTH. CALLS, MAILS, MEETINGS, DEMOS, AND WHAT THEY LED TO. THE INTEGRATION USER IS OUT.
-- CALENDAR MONTHS OF THE CRM'S DAY (US PACIFIC).
SELECT X.month_dt
     , X.owner_name
     , X.role
     , COALESCE(X.region, 'none')                                       AS region
     , SUM(X.activities)                                                AS activities
     , SUM(X.calls)                                                     AS calls
     , SUM(X.mails)                                                     AS mails
     , SUM(X.meetings)                                                  AS meetings
     , SUM(X.demos)                                                     AS demos
     , SUM(X.reached)                                                   AS reached
     , SUM(X.on_deals)                                                  AS on_deals
     , SUM(X.on_leads)                                                  AS on_leads
     , SUM(X.deals_won)                                                 AS deals_won
     , SUM(X.won_usd)                                                   AS won_usd
     , {{ legacy_percent('SUM(X.reached)', 'SUM(X.activities)') }}       AS reached_percent
  FROM (
        SELECT {{ legacy_month('V.occurred_on') }}                      AS month_dt
             , U.user_name                                              AS owner_name
             , U.role
             , T.sales_region                                           AS region
             , 1                                                        AS activities
             , CASE WHEN V.activity_type = 'call' THEN 1 ELSE 0 END     AS calls
             , CASE WHEN V.activity_type = 'email' THEN 1 ELSE 0 END    AS mails
             , CASE WHEN V.activity_type = 'meeting' THEN 1 ELSE 0 END  AS meetings
             , CASE WHEN V.activity_type = 'demo' THEN 1 ELSE 0 END     AS demos
             , CASE WHEN V.outcome IN ('connected', 'replied') THEN 1 ELSE 0 END AS reached
             , CASE WHEN V.opportunity_id IS NOT NULL THEN 1 ELSE 0 END AS on_deals
             , CASE WHEN V.lead_id IS NOT NULL THEN 1 ELSE 0 END        AS on_leads
             , 0                                                        AS deals_won
             , CAST(0 AS DECIMAL(18, 4))                                AS won_usd
          FROM {{ ref('stg_crm__activities') }} V
         INNER JOIN {{ ref('stg_crm__users') }} U
            ON U.crm_user_id = V.owner_crm_user_id
          LEFT JOIN {{ ref('stg_crm__territories') }} T
            ON T.territory_id = U.territory_id
         WHERE NOT U.is_integration
         UNION ALL
        SELECT D.close_month
             , U.user_name
             , U.role
             , D.region
             , 0
             , 0
             , 0
             , 0
             , 0
             , 0
             , 0
             , 0
             , 1
             , COALESCE(D.amount_usd, 0)
          FROM {{ ref('base_deals') }} D
         INNER JOIN (
                SELECT user_name
                     , MIN(role)                                        AS role
                  FROM {{ ref('stg_crm__users') }}
                 WHERE NOT is_integration
                 GROUP BY user_name
               ) U
            ON U.user_name = D.owner_name
         WHERE D.deal_state = 'won'
       ) X
 GROUP BY X.month_dt
     , X.owner_name
     , X.role
     , COALESCE(X.region, 'none')
