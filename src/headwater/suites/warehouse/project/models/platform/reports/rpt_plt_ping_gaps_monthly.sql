-- Silence of the fleet. Months with an OPS ticket are marked, percentages there are of the days that were left.
with g as (
    select
        month_start,
        count(*) as gaps,
        count(distinct server_id) as servers_with_gaps,
        sum(n_silent) as silent_days,
        sum(n_unexplained) as unexplained_days,
        {{ count_where("gap_class = 'blip'") }} as blips,
        {{ count_where("gap_class = 'short'") }} as short_gaps,
        {{ count_where("gap_class = 'long'") }} as long_gaps,
        {{ count_where("gap_class = 'dark'") }} as dark_gaps,
        {{ count_where('is_explained') }} as explained_gaps,
        {{ count_where('ends_upgraded') }} as gaps_that_end_upgraded
    from {{ ref('fct_plt_ping_gaps') }}
    group by month_start
), h as (
    select
        month_start,
        {{ sum_where('not is_ops_outage', 'expected') }} as expected,
        {{ sum_where('not is_ops_outage', 'received') }} as received,
        {{ count_where('is_odd') }} as odd_days,
        max(ops_ticket) as ops_ticket
    from {{ ref('agg_plt_ping_health_daily') }}
    group by month_start
)
select
    month_start,
    coalesce(g.gaps, 0) as gaps,
    coalesce(g.servers_with_gaps, 0) as servers_with_gaps,
    coalesce(g.silent_days, 0) as silent_days,
    coalesce(g.unexplained_days, 0) as unexplained_days,
    coalesce(g.blips, 0) as blips,
    coalesce(g.short_gaps, 0) as short_gaps,
    coalesce(g.long_gaps, 0) as long_gaps,
    coalesce(g.dark_gaps, 0) as dark_gaps,
    coalesce(g.explained_gaps, 0) as explained_gaps,
    coalesce(g.gaps_that_end_upgraded, 0) as gaps_that_end_upgraded,
    h.expected,
    h.received,
    {{ plt_pct('h.received', 'h.expected') }} as received_pct,
    h.odd_days,
    h.ops_ticket
from h
left join g using (month_start)
