{{ config(meta={
    'symptom': "The promoter score of a quarter is not what its promoters and detractors give.",
    'business': "The NPS chart does not match the raw answers.",
}) }}
select fiscal_quarter, segment, nps
from {{ ref('rpt_nps_quarterly') }}
where abs(nps - 100.0 * (promoters - detractors) / responses) > 0.06
