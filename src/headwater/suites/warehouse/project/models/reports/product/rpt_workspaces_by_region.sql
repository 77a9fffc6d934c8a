-- Where workspaces lived at the end of each month: what capacity planning is done by.
with months as (

    select
        month_start,
        max(date_day) as last_day
    from {{ ref('dim_dates') }}
    where is_past
    group by month_start

),

history as (

    select * from {{ ref('dim_workspace_history') }}

),

workspaces as (

    select * from {{ ref('dim_workspaces') }}
    where is_reportable

)

select
    months.month_start,
    history.region,
    history.sales_region,
    count(*) as workspaces,
    count(distinct history.account_id) as accounts
from months
inner join history
    on {{ holds_at(date_add_days('cast(months.last_day as timestamp)', 1), 'history.valid_from', 'history.valid_to') }}
inner join workspaces
    on history.workspace_id = workspaces.workspace_id
group by months.month_start, history.region, history.sales_region
