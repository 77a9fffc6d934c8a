{{ config(materialized='table') }}

-- IC 2021-02-11
SELECT U.user_id
     , U.email                                                          AS mail
     , U.email_domain                                                   AS mail_domain
     , CASE
           WHEN U.is_bot THEN 'bot'
           WHEN {{ legacy_mail_kind('U.email') }} IN ('staff', 'test') THEN {{ legacy_mail_kind('U.email') }}
           ELSE 'person'
       END                                                              AS user_kind
     -- marketing's own list of channels came in October 2021; older rows were mapped when the loader was changed
     , COALESCE(U.signup_source, 'unknown')                             AS signup_src
     , CAST(U.created_at AS DATE)                                       AS created_dt
     , {{ legacy_month('U.created_at') }}                               AS created_month
     , CAST(U.deleted_at AS DATE)                                       AS deleted_dt
     , U.locale
     , U.time_zone
  FROM {{ ref('stg_app__users') }} U
