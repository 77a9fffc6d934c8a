-- PN 2022-03-02 (REP-49)
SELECT cust_id
     , month_dt
     , workspaces
     , people
     , person_days
     , actions
     , messages
     , runbooks
     , board_updates
     , files_and_calls
     , days_used
     , mobile_percent
     , 'v1'                                                             AS made_by
  FROM {{ ref('v_usage_v1') }}
 WHERE month_dt < {{ legacy_cutover('usage') }}
UNION ALL
SELECT cust_id
     , month_dt
     , workspaces
     , people
     , person_days
     , actions
     , messages
     , runbooks
     , board_updates
     , files_and_calls
     , days_used
     , mobile_percent
     , 'v2'
  FROM {{ ref('v_usage_v2') }}
 WHERE month_dt >= {{ legacy_cutover('usage') }}
