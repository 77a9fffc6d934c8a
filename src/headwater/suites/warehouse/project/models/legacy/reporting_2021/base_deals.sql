-- IC 2021-11-22: DEALS FROM THE CRM FOR THE SALES PAGE. AMOUNTS ARE FOR THE WHOLE TERM.
SELECT O.opportunity_id                                                 AS deal_id
     , O.crm_account_id                                                 AS crm_id
     , C.app_account_id                                                 AS cust_id
     , O.opportunity_type                                               AS deal_type
     , O.stage
     , CASE
           WHEN O.stage = 'Closed Won' THEN 'won'
           WHEN O.stage = 'Closed Lost' THEN 'lost'
           ELSE 'open'
       END                                                              AS deal_state
     , O.product_line
     , O.currency
     , O.amount
     , O.term_months
     , CASE
           WHEN O.term_months > 12 THEN CAST(O.amount * 12 / O.term_months AS DECIMAL(18, 4))
           ELSE O.amount
       END                                                              AS year_amount
     , O.seats
     , O.created_on                                                     AS created_dt
     , {{ legacy_month('O.created_on') }}                               AS created_month
     , O.close_date                                                     AS close_dt
     , {{ legacy_month('O.close_date') }}                               AS close_month
     , {{ legacy_quarter('O.close_date') }}                             AS close_quarter
     , R.rate
     , {{ legacy_usd('O.amount', 'R.rate') }}                           AS amount_usd
     , U.user_name                                                      AS owner_name
     , T.sales_region                                                   AS region
     , O.lost_reason
  FROM {{ ref('stg_crm__opportunities') }} O
 INNER JOIN {{ ref('stg_crm__accounts') }} C
    ON C.crm_account_id = O.crm_account_id
  LEFT JOIN {{ ref('stg_crm__users') }} U
    ON U.crm_user_id = O.owner_crm_user_id
  LEFT JOIN {{ ref('stg_crm__territories') }} T
    ON T.territory_id = U.territory_id
  LEFT JOIN {{ ref('base_rates') }} R
    ON R.currency = O.currency
   AND R.rate_dt = LEAST(O.close_date, {{ as_of() }})
 WHERE NOT O.is_deleted
