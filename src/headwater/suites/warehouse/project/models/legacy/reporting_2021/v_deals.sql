{{ config(materialized='table') }}

-- IC 2021-11-23: DEALS BY QUARTER OF THE CALENDAR, REGION AND KIND. SALES HAS ITS OWN QUARTERS NOW AND READS SOMETHING ELSE; THE
-- REGIONAL SHEETS STILL COME FROM HERE.
SELECT D.close_quarter
     , COALESCE(D.region, 'none')                                       AS region
     , D.product_line
     , D.deal_type
     , COUNT(*)                                                         AS deals
     , SUM(CASE WHEN D.deal_state = 'won' THEN 1 ELSE 0 END)             AS won
     , SUM(CASE WHEN D.deal_state = 'lost' THEN 1 ELSE 0 END)            AS lost
     , SUM(CASE WHEN D.deal_state = 'open' THEN 1 ELSE 0 END)            AS still_open
     , SUM(CASE WHEN D.deal_state = 'won' THEN COALESCE(D.amount_usd, 0) ELSE 0 END) AS won_usd
     , SUM(CASE WHEN D.deal_state = 'lost' THEN COALESCE(D.amount_usd, 0) ELSE 0 END) AS lost_usd
     , SUM(CASE WHEN D.deal_state = 'won' THEN COALESCE(D.seats, 0) ELSE 0 END) AS seats_won
     , {{ legacy_percent("SUM(CASE WHEN D.deal_state = 'won' THEN 1 ELSE 0 END)", "SUM(CASE WHEN D.deal_state <> 'open' THEN 1 ELSE 0 END)") }} AS win_percent
  FROM {{ ref('base_deals') }} D
 GROUP BY D.close_quarter
     , COALESCE(D.region, 'none')
     , D.product_line
     , D.deal_type
