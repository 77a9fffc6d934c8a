-- the business review: each department by quarter, with its rank among the others by how far it is from plan
with departments as (
    select * from {{ ref('agg_plan_departments_quarterly') }}
),

totals as (
    select
        fiscal_quarter,
        sum(cost_usd) as all_cost_usd
    from departments
    group by fiscal_quarter
)

select
    departments.fiscal_year,
    departments.fiscal_quarter,
    departments.first_month,
    departments.department,
    departments.cost_usd,
    departments.payroll_usd,
    departments.programs_usd,
    departments.hosting_usd,
    departments.other_usd,
    departments.budget_usd,
    departments.favourable_variance_usd,
    departments.spent_share,
    {{ plan_change_share('departments.cost_usd', 'departments.cost_quarter_before_usd') }} as change_on_quarter,
    {{ plan_change_share('departments.cost_usd', 'departments.cost_year_before_usd') }} as change_on_year,
    departments.material_variances,
    departments.trends,
    departments.closing_headcount,
    departments.joiners,
    departments.leavers,
    departments.cost_per_head_usd,
    {{ safe_divide('departments.cost_usd', 'totals.all_cost_usd', 4) }} as share_of_cost,
    row_number() over (partition by departments.fiscal_quarter order by departments.favourable_variance_usd, departments.department) as overrun_rank
from departments
inner join totals
    on departments.fiscal_quarter = totals.fiscal_quarter
