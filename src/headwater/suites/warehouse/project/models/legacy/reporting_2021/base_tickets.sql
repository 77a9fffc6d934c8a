{{ config(materialized='table') }}

-- IC 2021-05-10: ALL TICKETS, SPAM AND MERGED ONES WITH A FLAG. WHAT COUNTS IS DECIDED IN v_tickets_v1 AND v_tickets_v2.
SELECT T.ticket_id
     , T.organization_id                                                AS org_id
     , COALESCE(O.external_account_id, U.cust_id)                       AS cust_id
     , T.requester_email                                                AS requester
     , {{ legacy_mail_kind('T.requester_email') }}                      AS requester_kind
     , T.assigned_agent_id                                              AS agent_id
     , G.team
     , T.channel
     , T.priority                                                       AS prio
     , CASE T.priority
           WHEN 'urgent' THEN 1
           WHEN 'high' THEN 2
           WHEN 'normal' THEN 3
           ELSE 4
       END                                                              AS prio_no
     , T.status
     , T.product
     , T.category
     , CASE
           WHEN T.category IN ('bug', 'outage') THEN 'defect'
           WHEN T.category IN ('how_to', 'feature_request') THEN 'question'
           WHEN T.category IN ('billing', 'license') THEN 'commercial'
           WHEN T.category IN ('account_access', 'integration') THEN 'setup'
           ELSE 'other'
       END                                                              AS topic
     , T.created_at
     , CAST(T.created_at AS DATE)                                       AS created_dt
     , {{ legacy_month('T.created_at') }}                               AS created_month
     , T.solved_at
     , CAST(T.solved_at AS DATE)                                        AS solved_dt
     , T.updated_at
     , {{ legacy_flag('T.is_spam') }}                                   AS is_spam
     , {{ legacy_flag('T.merged_into_ticket_id IS NOT NULL') }}         AS is_merged
     , T.merged_into_ticket_id                                          AS merged_into
  FROM {{ ref('stg_support__tickets') }} T
  LEFT JOIN {{ ref('stg_support__organizations') }} O
    ON O.organization_id = T.organization_id
  LEFT JOIN {{ ref('stg_support__agents') }} G
    ON G.agent_id = T.assigned_agent_id
  LEFT JOIN (
        SELECT B.mail
             , MIN(A.cust_id)                                           AS cust_id
          FROM {{ ref('base_users') }} B
         INNER JOIN {{ ref('base_accounts') }} A
            ON A.owner_id = B.user_id
         GROUP BY B.mail
       ) U
    ON U.mail = T.requester_email
