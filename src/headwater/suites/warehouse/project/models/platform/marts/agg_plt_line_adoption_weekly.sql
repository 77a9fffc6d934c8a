-- Adoption curve of each line, week 0 = the week of its release, one year. "on" = on the line, "past" = on a later one.
with l as (
    select line, line_no, min_key, max_key, first_released_on, is_lts, {{ week_start('first_released_on') }} as w0
    from {{ ref('int_plt_lines') }}
    where first_released_on >= {{ history_start() }}
), w as (
    select week_start, version_sort_key, count(*) as n, count(distinct account_id) as accts
    from {{ ref('int_plt_srv_weeks') }}
    group by week_start, version_sort_key
), t as (
    select week_start, sum(n) as fleet
    from w
    group by week_start
), x as (
    select
        l.line,
        l.line_no,
        l.is_lts,
        w.week_start,
        cast(floor({{ date_diff_days('l.w0', 'w.week_start') }} / 7.0) as integer) as week_no,
        sum(case when w.version_sort_key between l.min_key and l.max_key then w.n else 0 end) as on_line,
        sum(case when w.version_sort_key > l.max_key then w.n else 0 end) as past_line
    from l
    join w on w.week_start >= l.w0 and w.week_start <= {{ date_add_days('l.w0', 364) }}
    group by 1, 2, 3, 4, 5
)
select
    line,
    week_no,
    week_start,
    x.line_no,
    x.is_lts,
    t.fleet,
    x.on_line,
    x.past_line,
    t.fleet - x.on_line - x.past_line as before_line,
    {{ plt_pct('x.on_line', 't.fleet') }} as on_pct,
    {{ plt_pct('x.on_line + x.past_line', 't.fleet') }} as reached_pct,
    x.on_line - lag(x.on_line) over (partition by line order by week_no) as change_1w
from x
join t using (week_start)
