-- "How fast do they take a release?" Marks at 4, 12, 26, 52 weeks, against the line before and the median of the last six.
with a as (
    select line, line_no, is_lts, week_no, on_pct, reached_pct, fleet
    from {{ ref('agg_plt_line_adoption_weekly') }}
), p as (
    select
        line,
        line_no,
        is_lts,
        max(case when week_no = 4 then reached_pct end) as wk4_pct,
        max(case when week_no = 12 then reached_pct end) as wk12_pct,
        max(case when week_no = 26 then reached_pct end) as wk26_pct,
        max(case when week_no = 52 then reached_pct end) as wk52_pct,
        max(on_pct) as peak_on_pct,
        min(case when reached_pct >= 50 then week_no end) as weeks_to_half,
        max(fleet) as fleet,
        max(week_no) as weeks_seen
    from a
    group by line, line_no, is_lts
)
select
    p.line,
    p.line_no,
    p.is_lts,
    d.first_released_on as released_on,
    d.support_status,
    p.weeks_seen,
    p.fleet,
    p.wk4_pct,
    p.wk12_pct,
    p.wk26_pct,
    p.wk52_pct,
    p.peak_on_pct,
    p.weeks_to_half,
    {{ rounded('p.wk12_pct - lag(p.wk12_pct) over (order by p.line_no)', 2) }} as wk12_vs_prev_pts,
    d.servers_now,
    d.took_pct,
    d.median_days_to_take
from p
join {{ ref('dim_plt_release_lines') }} d using (line)
