{%- set marks = [1, 2, 4, 8, 12, 26, 52] -%}

-- Retention at the marks that go into the board's appendix, by quarter of the first activity and by how people came, in the three
-- readings. Sums over cohort months, rates last. A mark is empty until all people of the quarter are old enough.

with curves as (

    select
        curves.*,
        {{ fiscal_quarter('curves.cohort_month') }} as fiscal_quarter
    from {{ ref('agg_growth_retention_curves') }} as curves

),

sizes as (

    -- every cohort month has a row for week 0, as soon as its oldest people have had one complete week
    select
        fiscal_quarter,
        source_group,
        sum(cohort_users) as cohort_users
    from curves
    where week_number = 0
    group by fiscal_quarter, source_group

),

marked as (

    select
        fiscal_quarter,
        source_group
        {%- for mark in marks %},
        sum(case when week_number = {{ mark }} then old_enough else 0 end) as old_enough_{{ mark }}w,
        sum(case when week_number = {{ mark }} then active_users else 0 end) as active_{{ mark }}w,
        sum(case when week_number = {{ mark }} then habit_users else 0 end) as habit_{{ mark }}w,
        sum(case when week_number = {{ mark }} then not_lost_yet else 0 end) as not_lost_{{ mark }}w
        {%- endfor %}
    from curves
    group by fiscal_quarter, source_group

),

users as (

    -- the product team's figure of the same people by calendar month, for the reader who asks why they differ
    select
        {{ fiscal_quarter('cohort_month') }} as fiscal_quarter,
        sum(case when months_since_first = 3 then active_users else 0 end) as active_month_3,
        sum(case when months_since_first = 3 then cohort_users else 0 end) as cohort_month_3
    from {{ ref('agg_retention_cohorts_monthly') }}
    group by 1

)

select
    {{ surrogate_key(['sizes.fiscal_quarter', 'sizes.source_group']) }} as retention_quarter_id,
    sizes.fiscal_quarter,
    sizes.source_group,
    sizes.cohort_users
    {%- for mark in marks %},
    case when marked.old_enough_{{ mark }}w = sizes.cohort_users then {{ growth_rate_of('marked.active_' ~ mark ~ 'w', 'sizes.cohort_users') }} end as exact_{{ mark }}w,
    case when marked.old_enough_{{ mark }}w = sizes.cohort_users then {{ growth_rate_of('marked.habit_' ~ mark ~ 'w', 'sizes.cohort_users') }} end as habit_{{ mark }}w
    {%- endfor %},
    case when marked.old_enough_52w = sizes.cohort_users then {{ growth_rate_of('marked.not_lost_12w', 'sizes.cohort_users') }} end as not_lost_12w,
    {{ growth_rate_of('users.active_month_3', 'users.cohort_month_3') }} as product_month_3_all_sources
from sizes
inner join marked
    on sizes.fiscal_quarter = marked.fiscal_quarter
    and sizes.source_group = marked.source_group
left join users
    on sizes.fiscal_quarter = users.fiscal_quarter
