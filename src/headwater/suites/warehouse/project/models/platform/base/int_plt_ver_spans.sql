-- Version spans of servers, closed at the last ping. NB: valid_to of the source is exclusive; so is to_day here.
with s as (
    select server_id, first_seen_on, last_seen_on, account_id, edition, segment
    from {{ ref('dim_servers') }}
), v as (
    select version, release_line, released_on, end_of_support_on, release_number, is_lts
    from {{ ref('dim_server_versions') }}
), p as (
    select
        server_id,
        version,
        version_sort_key,
        previous_sort_key,
        valid_from as from_day,
        coalesce(valid_to, {{ to_date(date_add_days('s.last_seen_on', 1)) }}) as to_day,
        valid_to is null as is_last,
        s.account_id,
        s.edition,
        s.segment
    from {{ ref('int_server_version_periods') }}
    join s using (server_id)
)
select
    p.server_id,
    version,
    p.version_sort_key,
    coalesce(v.release_line, 'unknown') as line,
    v.release_number as rel_no,
    coalesce(v.is_lts, false) as is_lts,
    p.account_id,
    p.edition,
    p.segment,
    p.from_day,
    p.to_day,
    {{ date_diff_days('p.from_day', 'p.to_day') }} as days_on,
    p.is_last,
    p.previous_sort_key is null as is_first,
    coalesce(p.previous_sort_key > p.version_sort_key, false) as is_rollback,
    {{ date_diff_days('v.released_on', 'p.from_day') }} as age_at_install,
    greatest({{ date_diff_days('greatest(p.from_day, ' ~ to_date(date_add_days('v.end_of_support_on', 1)) ~ ')', 'p.to_day') }}, 0) as days_out_of_support,
    row_number() over (partition by p.server_id order by p.from_day) as span_no
from p
left join v using (version)
