select fiscal_quarter, sum(share_of_acv) as share
from {{ ref('rpt_channel_performance') }}
where share_of_acv is not null
group by fiscal_quarter
having abs(sum(share_of_acv) - 1) > 0.0001
