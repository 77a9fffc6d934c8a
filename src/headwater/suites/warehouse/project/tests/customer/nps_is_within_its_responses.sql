select fiscal_quarter, segment, nps
from {{ ref('rpt_nps_quarterly') }}
where abs(nps - 100.0 * (promoters - detractors) / responses) > 0.06
