-- Every silence of a srv. Explained = at least one day of it is a known loss; then it says nothing of the customer.
with g as (
    select * from {{ ref('int_plt_ping_seq') }}
    where n_silent > 0
), w as (
    -- logged for all regions at once: only then are pings lost, they do not go through the regional collectors
    select distinct d.date_day as loss_day
    from (
        select started_at, ended_at
        from {{ ref('int_plt_loss_windows') }}
        where ops_entries = 0
        group by started_at, ended_at
        having count(distinct region) = (select count(*) from {{ ref('map_workspace_regions') }})
    ) x
    join {{ ref('dim_dates') }} d on d.date_day >= {{ to_date('x.started_at') }} and d.date_day <= {{ to_date('x.ended_at') }}
), s as (
    select server_id, account_id, segment, region, edition, country_code, is_reportable
    from {{ ref('dim_servers') }}
), x as (
    select
        g.*,
        {{ plt_outage_days_within('g.ping_date', 'coalesce(g.next_ping_date, ' ~ as_of() ~ ')') }} as ops_days
    from g
), e as (
    select x.server_id, x.ping_no, count(*) as log_days
    from x
    join w on w.loss_day > x.ping_date and w.loss_day < x.next_ping_date
    group by x.server_id, x.ping_no
)
select
    {{ surrogate_key(['x.server_id', 'x.ping_no']) }} as gap_id,
    server_id,
    ping_no,
    s.account_id,
    s.segment,
    s.edition,
    s.country_code,
    x.ping_date as last_ping_on,
    x.next_ping_date as next_ping_on,
    {{ to_date(date_add_days('x.ping_date', 1)) }} as silent_from,
    {{ month_start(date_add_days('x.ping_date', 1)) }} as month_start,
    x.n_silent,
    {{ plt_gap_class('x.n_silent') }} as gap_class,
    x.is_last as is_open,
    x.ends_upgraded,
    x.ops_days,
    coalesce(e.log_days, 0) as log_days,
    not x.is_last and (x.ops_days > 0 or coalesce(e.log_days, 0) > 0) as is_explained,
    greatest(x.n_silent - x.ops_days - coalesce(e.log_days, 0), 0) as n_unexplained
from x
join s using (server_id)
left join e using (server_id, ping_no)
where s.is_reportable
