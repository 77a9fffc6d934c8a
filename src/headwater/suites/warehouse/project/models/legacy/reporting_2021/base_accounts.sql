{{ config(materialized='table') }}

-- IC 2021-02-12: ONE ROW AN ACCOUNT.
-- IC 2021-06-02: OWNERS WITH OUR ADDRESSES MAKE THE ACCOUNT OURS, SUPPORT KEEPS FORGETTING THE FLAG (REP-9)
SELECT X.cust_id
     , X.cust_name
     , X.country
     , COALESCE(X.country_region, X.ws_region, 'Unassigned')            AS region
     , X.size_class
     , X.industry
     , X.owner_id
     , X.owner_mail
     , X.crm_id
     , X.created_at
     , X.created_dt
     , X.created_month
     , X.deleted_at
     , X.deleted_dt
     , {{ legacy_flag("X.flag_internal OR X.owner_kind = 'staff'") }}    AS is_own
     , {{ legacy_flag("X.flag_test OR X.owner_kind = 'test'") }}         AS is_demo
     , CASE
           WHEN X.flag_internal OR X.owner_kind = 'staff' THEN 'own'
           WHEN X.flag_test OR X.owner_kind = 'test' THEN 'demo'
           ELSE 'customer'
       END                                                              AS account_kind
     , X.first_ws_id
     , X.first_ws_dt
     , X.workspaces
     , X.workspaces_alive
  FROM (
        SELECT A.account_id                                             AS cust_id
             , A.account_name                                           AS cust_name
             , A.country_code                                           AS country
             , {{ legacy_region('A.country_code') }}                    AS country_region
             , W.sales_region                                           AS ws_region
             , {{ legacy_size_class('A.employee_band') }}               AS size_class
             , COALESCE(A.industry, 'Unknown')                          AS industry
             , A.owner_user_id                                          AS owner_id
             , U.mail                                                   AS owner_mail
             , {{ legacy_mail_kind('U.mail') }}                         AS owner_kind
             , A.crm_account_id                                         AS crm_id
             , A.created_at
             , CAST(A.created_at AS DATE)                               AS created_dt
             , {{ legacy_month('A.created_at') }}                       AS created_month
             , A.deleted_at
             , CAST(A.deleted_at AS DATE)                               AS deleted_dt
             , A.is_internal                                            AS flag_internal
             , A.is_test                                                AS flag_test
             , W.ws_id                                                  AS first_ws_id
             , W.created_dt                                             AS first_ws_dt
             , COALESCE(N.workspaces, 0)                                AS workspaces
             , COALESCE(N.workspaces_alive, 0)                          AS workspaces_alive
          FROM {{ ref('stg_app__accounts') }} A
          LEFT JOIN {{ ref('base_users') }} U
            ON U.user_id = A.owner_user_id
          LEFT JOIN {{ ref('base_workspaces') }} W
            ON W.cust_id = A.account_id
           AND W.ws_no = 1
          LEFT JOIN (
                SELECT cust_id
                     , COUNT(*)                                          AS workspaces
                     , SUM(CASE WHEN deleted_dt IS NULL THEN 1 ELSE 0 END) AS workspaces_alive
                  FROM {{ ref('base_workspaces') }}
                 GROUP BY cust_id
               ) N
            ON N.cust_id = A.account_id
       ) X
