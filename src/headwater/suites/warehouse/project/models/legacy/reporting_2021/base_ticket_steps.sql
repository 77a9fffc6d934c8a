{{ config(
    materialized='incremental',
    event_time='created_at',
    unique_key='ticket_id',
    incremental_strategy='delete+insert'
) }}

-- IC 2021-05-11: TIMES OF A TICKET: FIRST ANSWER, FIRST AND LAST SOLUTION, REOPENED, WAITING.
-- CLOCK TIME, NOT OFFICE HOURS. A TICKET WITHOUT EVENTS (IMPORTED BY HAND) HAS NONE.
SELECT T.ticket_id
     , T.created_at
     , A.first_answer_at
     , CASE
           WHEN A.first_answer_at IS NOT NULL THEN {{ minutes_between('T.created_at', 'A.first_answer_at') }}
       END                                                              AS first_answer_min
     , COALESCE(A.answers, 0)                                           AS answers
     , COALESCE(A.notes, 0)                                             AS internal_notes
     , COALESCE(A.customer_replies, 0)                                  AS customer_replies
     , S.first_solved_at
     , S.last_solved_at
     , COALESCE(S.times_solved, 0)                                      AS times_solved
     , COALESCE(S.times_reopened, 0)                                    AS times_reopened
     , COALESCE(S.hand_overs, 0)                                        AS hand_overs
     , COALESCE(S.prio_raised, 0)                                       AS prio_raised
     , CASE
           WHEN S.first_solved_at IS NOT NULL THEN {{ minutes_between('T.created_at', 'S.first_solved_at') }}
       END                                                              AS first_solution_min
     , COALESCE(W.waiting_min, 0)                                       AS waiting_min
  FROM {{ ref('base_tickets') }} T
  LEFT JOIN (
        SELECT C.ticket_id
             , MIN(CASE WHEN C.author_kind = 'agent' AND C.is_public THEN C.commented_at END) AS first_answer_at
             , SUM(CASE WHEN C.author_kind = 'agent' AND C.is_public THEN 1 ELSE 0 END)       AS answers
             , SUM(CASE WHEN C.author_kind = 'agent' AND NOT C.is_public THEN 1 ELSE 0 END)   AS notes
             , SUM(CASE WHEN C.author_kind = 'requester' THEN 1 ELSE 0 END)                   AS customer_replies
          FROM {{ ref('stg_support__ticket_comments') }} C
         GROUP BY C.ticket_id
       ) A
    ON A.ticket_id = T.ticket_id
  LEFT JOIN (
        SELECT E.ticket_id
             , MIN(CASE WHEN E.event_type = 'status' AND E.to_value IN ('solved', 'closed') THEN E.occurred_at END) AS first_solved_at
             , MAX(CASE WHEN E.event_type = 'status' AND E.to_value = 'solved' THEN E.occurred_at END)              AS last_solved_at
             , SUM(CASE WHEN E.event_type = 'status' AND E.to_value = 'solved' THEN 1 ELSE 0 END)                   AS times_solved
             , SUM(CASE
                       WHEN E.event_type = 'status'
                        AND E.from_value IN ('solved', 'closed')
                        AND E.to_value NOT IN ('solved', 'closed') THEN 1
                       ELSE 0
                   END)                                                                                             AS times_reopened
             , SUM(CASE WHEN E.event_type = 'assignee' AND E.from_value IS NOT NULL THEN 1 ELSE 0 END)              AS hand_overs
             , SUM(CASE
                       WHEN E.event_type = 'priority'
                        AND E.to_value IN ('high', 'urgent')
                        AND COALESCE(E.from_value, 'normal') IN ('low', 'normal') THEN 1
                       ELSE 0
                   END)                                                                                             AS prio_raised
          FROM {{ ref('stg_support__ticket_events') }} E
         GROUP BY E.ticket_id
       ) S
    ON S.ticket_id = T.ticket_id
  LEFT JOIN (
        SELECT N.ticket_id
             , SUM({{ minutes_between('N.occurred_at', 'N.next_at') }}) AS waiting_min
          FROM (
                SELECT E.ticket_id
                     , E.to_value
                     , E.occurred_at
                     , LEAD(E.occurred_at) OVER (PARTITION BY E.ticket_id ORDER BY E.occurred_at, E.ticket_event_id) AS next_at
                  FROM {{ ref('stg_support__ticket_events') }} E
                 WHERE E.event_type = 'status'
               ) N
         WHERE N.to_value IN ('pending', 'hold')
           AND N.next_at IS NOT NULL
         GROUP BY N.ticket_id
       ) W
    ON W.ticket_id = T.ticket_id
{%- if is_incremental() %}
 WHERE T.updated_at >= {{ date_add_days('CAST(' ~ as_of() ~ ' AS TIMESTAMP)', -30) }}
    OR T.created_at >= {{ date_add_days('CAST(' ~ as_of() ~ ' AS TIMESTAMP)', -30) }}
{%- endif %}
