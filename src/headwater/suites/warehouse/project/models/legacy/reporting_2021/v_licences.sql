-- TW 2024-02-02 (REP-91). Months after the clock are left to the renewal lists.
SELECT V.month_dt
     , V.edition
     , V.licences
     , V.seats
     , V.licences_new
     , V.seats_new
     , V.licences_ended
     , V.seats_ended
     , V.licences_revoked
     , 'v1'                                                             AS made_by
  FROM {{ ref('v_licences_v1') }} V
 WHERE V.month_dt < {{ legacy_cutover('licences') }}
UNION ALL
SELECT V.month_dt
     , V.edition
     , V.licences
     , V.seats
     , V.licences_new
     , V.seats_new
     , V.licences_ended
     , V.seats_ended
     , V.licences_revoked
     , 'v2'
  FROM {{ ref('v_licences_v2') }} V
 WHERE V.month_dt >= {{ legacy_cutover('licences') }}
