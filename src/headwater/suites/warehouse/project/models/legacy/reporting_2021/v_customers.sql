-- TW 2022-07-04 (REP-58): first version until June 2022, second one from July on. The board's history stays as it was shown.
SELECT cust_id
     , month_dt
     , cust_name
     , region
     , size_class
     , account_kind
     , subs
     , trial_subs
     , licences
     , seats
     , customer_kind
     , 'v1'                                                             AS made_by
  FROM {{ ref('v_customers_v1') }}
 WHERE month_dt < {{ legacy_cutover('customers') }}
UNION ALL
SELECT cust_id
     , month_dt
     , cust_name
     , region
     , size_class
     , account_kind
     , subs
     , trial_subs
     , licences
     , seats
     , customer_kind
     , 'v2'
  FROM {{ ref('v_customers_v2') }}
 WHERE month_dt >= {{ legacy_cutover('customers') }}
