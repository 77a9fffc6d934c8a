-- The kind and the region of an account were copied into the first layer; they must not drift apart from dim_accounts.
SELECT L.cust_id
     , L.account_kind
     , N.is_internal
     , N.is_test
     , L.region                                                         AS legacy_region
     , N.region                                                         AS new_region
  FROM {{ ref('base_accounts') }} L
  FULL JOIN {{ ref('dim_accounts') }} N
    ON N.account_id = L.cust_id
 WHERE L.cust_id IS NULL
    OR N.account_id IS NULL
    OR L.region <> N.region
    OR (L.is_own = 'Y') <> N.is_internal
    OR (L.is_demo = 'Y') <> N.is_test
    OR (L.account_kind = 'customer') <> N.is_reportable
