with agents as (
    select * from {{ ref('stg_support__agents') }}
)

select
    agent_id,
    agent_name,
    email,
    team,
    hired_on,
    {{ month_start('hired_on') }} as hired_month,
    is_active,
    {{ date_diff_days('hired_on', as_of()) }} as tenure_days
from agents
