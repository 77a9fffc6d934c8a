select episodes.episode_id, episodes.raised_month, flags.introduced_on
from {{ ref('fct_cs_risk_flags') }} as episodes
inner join {{ ref('cs_risk_flags') }} as flags
    on episodes.flag = flags.flag
where episodes.raised_month < flags.introduced_on
