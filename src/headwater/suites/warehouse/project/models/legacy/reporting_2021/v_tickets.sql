-- SO 2022-10-03 (SUP-31)
SELECT month_dt
     , topic
     , prio
     , channel
     , tickets
     , solved
     , reopened
     , answers
     , answered
     , first_answer_min
     , with_solution
     , solution_min
     , 'v1'                                                             AS made_by
  FROM {{ ref('v_tickets_v1') }}
 WHERE month_dt < {{ legacy_cutover('tickets') }}
UNION ALL
SELECT month_dt
     , topic
     , prio
     , channel
     , tickets
     , solved
     , reopened
     , answers
     , answered
     , first_answer_min
     , with_solution
     , solution_min
     , 'v2'
  FROM {{ ref('v_tickets_v2') }}
 WHERE month_dt >= {{ legacy_cutover('tickets') }}
