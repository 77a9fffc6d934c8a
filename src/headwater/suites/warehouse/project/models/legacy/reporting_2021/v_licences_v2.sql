{{ config(materialized='table') }}

-- TW 2024-01-31 (REP-91): from the chains of the new layer. A new version within a term is no new licence and no end; a renewal
-- within the grace period is neither. Trials have no chain and are counted as in the first version.
SELECT C.month_dt
     , E.edition
     , COALESCE(R.licences, 0)                                          AS licences
     , COALESCE(R.seats, 0)                                             AS seats
     , COALESCE(N.licences_new, 0)                                      AS licences_new
     , COALESCE(N.seats_new, 0)                                         AS seats_new
     , COALESCE(D.licences_ended, 0)                                    AS licences_ended
     , COALESCE(D.seats_ended, 0)                                       AS seats_ended
     , COALESCE(D.revoked, 0)                                           AS licences_revoked
  FROM {{ ref('base_calendar') }} C
 CROSS JOIN (
        SELECT DISTINCT edition
          FROM {{ ref('base_licences') }}
       ) E
  LEFT JOIN (
        SELECT X.month_dt
             , L.edition
             , COUNT(*)                                                 AS licences
             , SUM(F.seats)                                             AS seats
          FROM {{ ref('fct_licenses') }} F
         INNER JOIN {{ ref('base_licences') }} L
            ON L.lic_id = F.license_id
         INNER JOIN {{ ref('base_calendar') }} X
            ON X.month_end_dt BETWEEN F.starts_on AND F.covered_until
         GROUP BY X.month_dt
             , L.edition
       ) R
    ON R.month_dt = C.month_dt
   AND R.edition = E.edition
  LEFT JOIN (
        SELECT {{ legacy_month('F.starts_on') }}                        AS month_dt
             , L.edition
             , COUNT(*)                                                 AS licences_new
             , SUM(F.seats)                                             AS seats_new
          FROM {{ ref('fct_licenses') }} F
         INNER JOIN {{ ref('base_licences') }} L
            ON L.lic_id = F.license_id
         WHERE F.chain_id IS NULL
            OR (F.term_number = 1 AND F.version_number = 1)
         GROUP BY {{ legacy_month('F.starts_on') }}
             , L.edition
       ) N
    ON N.month_dt = C.month_dt
   AND N.edition = E.edition
  LEFT JOIN (
        SELECT {{ legacy_month('F.covered_until') }}                    AS month_dt
             , L.edition
             , COUNT(*)                                                 AS licences_ended
             , SUM(F.seats)                                             AS seats_ended
             , SUM(CASE WHEN F.revoked_on IS NOT NULL THEN 1 ELSE 0 END) AS revoked
          FROM {{ ref('fct_licenses') }} F
         INNER JOIN {{ ref('base_licences') }} L
            ON L.lic_id = F.license_id
         WHERE F.next_license_id IS NULL
         GROUP BY {{ legacy_month('F.covered_until') }}
             , L.edition
       ) D
    ON D.month_dt = C.month_dt
   AND D.edition = E.edition
