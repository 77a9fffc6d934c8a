{{ config(materialized='table') }}

-- IC 2021-02-12: ONE ROW A WORKSPACE. MEMBERS ARE THOSE OF TODAY, GUESTS APART.
SELECT W.workspace_id                                                   AS ws_id
     , W.account_id                                                     AS cust_id
     , W.workspace_name                                                 AS ws_name
     , W.region                                                         AS data_region
     , CASE W.region
           WHEN 'us-east' THEN 'AMER'
           WHEN 'us-west' THEN 'AMER'
           WHEN 'eu-central' THEN 'EMEA'
           WHEN 'ap-south' THEN 'APAC'
       END                                                              AS sales_region
     , W.plan_code                                                      AS plan_now
     , {{ legacy_plan_name('W.plan_code', 'CAST(W.created_at AS DATE)') }} AS plan_name_at_start
     , CAST(W.created_at AS DATE)                                       AS created_dt
     , {{ legacy_month('W.created_at') }}                               AS created_month
     , W.created_at
     , W.deleted_at
     , CAST(W.deleted_at AS DATE)                                       AS deleted_dt
     , CAST(W.trial_started_at AS DATE)                                 AS trial_from_dt
     , CAST(W.trial_ends_at AS DATE)                                    AS trial_to_dt
     , {{ legacy_flag('W.trial_started_at IS NOT NULL') }}              AS had_trial
     , ROW_NUMBER() OVER (PARTITION BY W.account_id ORDER BY W.created_at, W.workspace_id) AS ws_no
     , COALESCE(M.members_now, 0)                                       AS members_now
     , COALESCE(M.guests_now, 0)                                        AS guests_now
     , COALESCE(M.members_ever, 0)                                      AS members_ever
  FROM {{ ref('stg_app__workspaces') }} W
  LEFT JOIN (
        SELECT P.workspace_id
             , SUM(CASE WHEN P.removed_at IS NULL AND NOT P.is_guest THEN 1 ELSE 0 END) AS members_now
             , SUM(CASE WHEN P.removed_at IS NULL AND P.is_guest THEN 1 ELSE 0 END)     AS guests_now
             , COUNT(DISTINCT CASE WHEN NOT P.is_guest THEN P.user_id END)              AS members_ever
          FROM {{ ref('stg_app__memberships') }} P
         WHERE P.joined_at IS NOT NULL
         GROUP BY P.workspace_id
       ) M
    ON M.workspace_id = W.workspace_id
