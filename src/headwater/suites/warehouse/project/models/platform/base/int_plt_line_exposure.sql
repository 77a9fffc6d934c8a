-- srv x line that came out while the srv was up: took it, took a later one, or did neither
with l as (
    select line, line_no, first_released_on, min_key, max_key, eos_on, is_lts from {{ ref('int_plt_lines') }}
), s as (
    select server_id, first_seen_on, last_seen_on, account_id, segment, edition, is_alive
    from {{ ref('dim_servers') }}
    where is_reportable
), sp as (
    select server_id, version_sort_key, from_day, to_day from {{ ref('int_plt_ver_spans') }}
), x as (
    select
        s.server_id, s.account_id, s.segment, s.edition, s.last_seen_on, s.is_alive,
        l.line, l.line_no, l.first_released_on, l.min_key, l.max_key, l.eos_on, l.is_lts
    from s
    join l on l.first_released_on > s.first_seen_on and l.first_released_on <= s.last_seen_on
), t as (
    select
        x.server_id,
        x.line,
        min(case when sp.version_sort_key between x.min_key and x.max_key then sp.from_day end) as took_on,
        min(case when sp.version_sort_key >= x.min_key then sp.from_day end) as passed_on,
        max(case when sp.version_sort_key between x.min_key and x.max_key then sp.to_day end) as left_on
    from x
    join sp on x.server_id = sp.server_id and sp.from_day >= x.first_released_on
    group by x.server_id, x.line
)
select
    x.server_id,
    x.line,
    x.line_no,
    x.account_id,
    x.segment,
    x.edition,
    x.is_lts,
    x.first_released_on as released_on,
    x.eos_on,
    x.last_seen_on,
    x.is_alive,
    t.took_on,
    t.passed_on,
    t.left_on,
    {{ date_diff_days('x.first_released_on', 't.took_on') }} as days_to_take,
    {{ date_diff_days('x.first_released_on', 't.passed_on') }} as days_to_pass,
    case
        when t.took_on is not null then 'took'
        when t.passed_on is not null then 'skipped'
        when x.is_alive then 'pending'
        else 'left_behind'
    end as outcome
from x
left join t using (server_id, line)
