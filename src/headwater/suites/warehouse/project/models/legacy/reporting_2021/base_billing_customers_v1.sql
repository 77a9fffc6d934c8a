{{ config(materialized='table') }}

-- IC 2021-03-04: WHICH ACCOUNT PAYS. THE NOTE IN THE PROVIDER'S METADATA, ELSE THE WORKSPACE OF A SUBSCRIPTION.
-- WHAT IS LEFT GOES TO '(unknown)'. ABOUT ONE IN THIRTY, NOBODY MINDS.
SELECT C.customer_id                                                    AS bill_id
     , COALESCE(A.cust_id, W.cust_id, '(unknown)')                      AS cust_id
     , CASE
           WHEN A.cust_id IS NOT NULL THEN 'note'
           WHEN W.cust_id IS NOT NULL THEN 'workspace'
           ELSE 'none'
       END                                                              AS matched_how
     , C.email                                                          AS bill_mail
     , C.currency
     , C.country_code                                                   AS bill_country
     , C.tax_status
     , CAST(C.created_at AS DATE)                                       AS created_dt
  FROM {{ ref('stg_billing__customers') }} C
  LEFT JOIN {{ ref('base_accounts') }} A
    ON A.cust_id = C.account_id
  LEFT JOIN (
        SELECT Z.customer_id
             , Z.cust_id
          FROM (
                SELECT S.customer_id
                     , B.cust_id
                     , ROW_NUMBER() OVER (PARTITION BY S.customer_id ORDER BY S.started_at, B.cust_id) AS rn
                  FROM {{ ref('stg_billing__subscriptions') }} S
                 INNER JOIN {{ ref('base_workspaces') }} B
                    ON B.ws_id = S.workspace_id
               ) Z
         WHERE Z.rn = 1
       ) W
    ON W.customer_id = C.customer_id
