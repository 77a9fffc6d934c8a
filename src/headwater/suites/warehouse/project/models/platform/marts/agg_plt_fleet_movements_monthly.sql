-- Fleet bridge: opening + new + returned - gone - paused = closing, by edition of the month's last row.
-- Edition changes move a server between rows: 'moved in' and 'moved out'.
with m as (
    select server_id, month_start, edition, is_new, is_returned
    from {{ ref('fct_plt_server_months') }}
), n as (
    select
        server_id, month_start, edition, is_new, is_returned,
        lag(edition) over (partition by server_id order by month_start) as prev_edition,
        lag(month_start) over (partition by server_id order by month_start) as prev_month,
        lead(month_start) over (partition by server_id order by month_start) as next_month
    from m
), i as (
    select
        month_start,
        edition,
        count(*) as closing,
        {{ count_where('is_new') }} as new_servers,
        {{ count_where('is_returned') }} as returned,
        {{ count_where('not is_new and not is_returned and prev_edition <> edition') }} as moved_in
    from n
    group by month_start, edition
), o as (
    -- what left is counted in the month after the last one with a row, under the edition that it had
    select
        {{ to_date(date_add_months('month_start', 1)) }} as month_start,
        edition,
        count(*) as opening,
        {{ count_where('next_month is null') }} as gone,
        {{ count_where('next_month is not null and next_month > ' ~ date_add_months('month_start', 1)) }} as paused
    from n
    where month_start < {{ month_start(as_of()) }}
    group by 1, 2
), mv as (
    select month_start, prev_edition as edition, count(*) as moved_out
    from n
    where not is_new and not is_returned and prev_edition <> edition
    group by month_start, prev_edition
), k as (
    select month_start, edition from i
    union
    select month_start, edition from o
)
select
    month_start,
    edition,
    coalesce(o.opening, 0) as opening,
    coalesce(i.new_servers, 0) as new_servers,
    coalesce(i.returned, 0) as returned,
    coalesce(i.moved_in, 0) as moved_in,
    coalesce(o.gone, 0) as gone,
    coalesce(o.paused, 0) as paused,
    coalesce(mv.moved_out, 0) as moved_out,
    coalesce(i.closing, 0) as closing
from k
left join i using (month_start, edition)
left join o using (month_start, edition)
left join mv using (month_start, edition)
