-- consecutive pings of a srv; n_silent = days between them w/o any
with p as (
    select server_id, ping_date, version_sort_key
    from {{ ref('int_server_pings_daily') }}
    where not is_developer_build
), s as (
    select
        server_id,
        ping_date,
        version_sort_key,
        lead(ping_date) over (partition by server_id order by ping_date) nxt,
        lead(version_sort_key) over (partition by server_id order by ping_date) nxt_key,
        row_number() over (partition by server_id order by ping_date) rn
    from p
)
select
    server_id,
    rn as ping_no,
    ping_date,
    nxt as next_ping_date,
    {{ date_diff_days('ping_date', 'coalesce(nxt, ' ~ as_of() ~ ')') }} - case when nxt is null then 0 else 1 end as n_silent,
    nxt is null as is_last,
    -- an upgrade takes a server down for a moment; a silence that ends on another version is one of those until shown otherwise
    coalesce(nxt_key <> version_sort_key, false) as ends_upgraded
from s
where nxt is null or {{ date_diff_days('ping_date', 'nxt') }} > 1
