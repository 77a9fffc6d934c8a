select
    workspace_id,
    account_id,
    integration,
    {{ month_start('event_date') }} as month_start,
    count(*) as fires,
    count(distinct event_date) as active_days,
    min(event_date) as first_fired_on
from {{ ref('int_integration_fires') }}
group by workspace_id, account_id, integration, {{ month_start('event_date') }}
