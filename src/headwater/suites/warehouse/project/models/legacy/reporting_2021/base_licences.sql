{{ config(materialized='table') }}

-- IC 2021-06-14: LICENCES OF THE SERVER. BRITISH SPELLING, THE LICENCE SERVER'S IS AMERICAN.
-- IC 2021-06-14: OLD ONES HAVE NO ACCOUNT. THE INVOICE TELLS, ELSE '(unknown)' (TODO IC: ask sales for the deals)
-- TW 2024-01-30 (REP-91): cust_id_v2 takes what the new layer found out.
SELECT L.license_id                                                     AS lic_id
     , L.license_key                                                    AS lic_key
     , COALESCE(A.cust_id, N.cust_id, '(unknown)')                      AS cust_id_v1
     , COALESCE(X.account_id, '(unknown)')                              AS cust_id_v2
     , L.customer_email                                                 AS lic_mail
     , L.crm_opportunity_id                                             AS deal_id
     , L.sku
     , CASE L.sku
           WHEN 'SM-ENT' THEN 'Enterprise'
           WHEN 'SM-PRO' THEN 'Professional'
           WHEN 'SM-TRIAL' THEN 'Trial'
           ELSE 'Other'
       END                                                              AS edition
     , {{ legacy_flag("L.sku IN ('SM-PRO', 'SM-ENT')") }}               AS is_paid
     , L.seats
     , CAST(L.issued_at AS DATE)                                        AS issued_dt
     , {{ legacy_month('L.issued_at') }}                                AS issued_month
     , L.starts_on                                                      AS start_dt
     , L.expires_on                                                     AS expiry_dt
     , CAST(L.revoked_at AS DATE)                                       AS revoked_dt
     , L.replaced_by_license_id                                         AS replaced_by
     , LEAST(L.expires_on, COALESCE({{ to_date(date_add_days('CAST(L.revoked_at AS DATE)', -1)) }}, L.expires_on)) AS last_dt
     , COALESCE(E.first_use_dt, CAST(NULL AS DATE))                     AS first_use_dt
     , COALESCE(E.servers, 0)                                           AS servers
     , I.inv_id
     , I.net                                                            AS inv_net
     , I.net_usd                                                        AS inv_net_usd
     , I.currency                                                       AS inv_currency
  FROM {{ ref('stg_licensing__licenses') }} L
  LEFT JOIN {{ ref('base_accounts') }} A
    ON A.cust_id = L.account_id
  LEFT JOIN (
        SELECT Z.lic_id
             , Z.cust_id
          FROM (
                SELECT lic_id
                     , cust_id_v2                                       AS cust_id
                     , ROW_NUMBER() OVER (PARTITION BY lic_id ORDER BY inv_dt, inv_id) AS rn
                  FROM {{ ref('base_invoices') }}
                 WHERE lic_id IS NOT NULL
                   AND cust_id_v2 <> '(unknown)'
               ) Z
         WHERE Z.rn = 1
       ) N
    ON N.lic_id = L.license_id
  LEFT JOIN {{ ref('int_license_accounts') }} X
    ON X.license_id = L.license_id
  LEFT JOIN (
        SELECT license_id
             , MIN(CAST(occurred_at AS DATE))                           AS first_use_dt
             , COUNT(DISTINCT server_id)                                AS servers
          FROM {{ ref('stg_licensing__license_events') }}
         WHERE event_type = 'activated'
         GROUP BY license_id
       ) E
    ON E.license_id = L.license_id
  LEFT JOIN (
        SELECT Z.*
          FROM (
                SELECT lic_id
                     , inv_id
                     , net
                     , net_usd
                     , currency
                     , ROW_NUMBER() OVER (PARTITION BY lic_id ORDER BY inv_dt, inv_id) AS rn
                  FROM {{ ref('base_invoices') }}
                 WHERE lic_id IS NOT NULL
                   AND is_billed = 'Y'
               ) Z
         WHERE Z.rn = 1
       ) I
    ON I.lic_id = L.license_id
