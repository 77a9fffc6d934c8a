-- v1 before november 2022, v2 after it.
select 'v1' as made_by, month, channel, signups
from {{ ref('gr_signups_v1') }}
where month < {{ legacy_cutover('signups') }}
union all
select 'v2' as made_by, month, channel, signups
from {{ ref('gr_signups_v2') }}
where month >= {{ legacy_cutover('signups') }}
