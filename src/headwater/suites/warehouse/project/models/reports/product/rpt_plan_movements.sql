-- Changes of plan by month and kind; the counterpart of the plan mix.
select
    month_start,
    {{ fiscal_quarter('month_start') }} as fiscal_quarter,
    segment,
    change_kind,
    count(*) as changes,
    count(distinct workspace_id) as workspaces
from {{ ref('fct_workspace_plan_changes') }}
group by month_start, {{ fiscal_quarter('month_start') }}, segment, change_kind
