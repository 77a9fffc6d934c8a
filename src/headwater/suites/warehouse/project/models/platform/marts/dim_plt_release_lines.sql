-- one row a line. fleet = reportable servers whose last row is on the line
with l as (
    select * from {{ ref('int_plt_lines') }}
), f as (
    select
        release_line as line,
        count(*) as servers_now,
        {{ count_where("support_status = 'unsupported'") }} as servers_unsupported
    from {{ ref('fct_server_version_lag_monthly') }}
    where month_start = {{ month_start(as_of()) }}
    group by release_line
), e as (
    select
        line,
        count(*) as servers_offered,
        {{ count_where("outcome = 'took'") }} as took,
        {{ count_where("outcome = 'skipped'") }} as skipped,
        {{ count_where("outcome = 'pending'") }} as pending,
        {{ median('days_to_take') }} as median_days_to_take
    from {{ ref('int_plt_line_exposure') }}
    group by line
), adv as (
    select
        l.line,
        count(*) as advisories,
        {{ count_where("a.severity in ('high', 'critical')") }} as grave_advisories
    from l
    join {{ ref('stg_releases__security_advisories') }} a
        on a.affects_from_sort_key <= l.max_key and a.fixed_in_sort_key > l.min_key
    where a.published_on <= {{ as_of() }}
    group by l.line
)
select
    line,
    l.line_no,
    l.first_released_on,
    l.last_patch_on,
    l.eos_on,
    l.next_line,
    l.next_line_on,
    l.versions,
    l.patches,
    l.is_lts,
    l.support_days,
    {{ support_status(as_of(), 'l.eos_on') }} as support_status,
    coalesce(f.servers_now, 0) as servers_now,
    coalesce(f.servers_unsupported, 0) as servers_unsupported,
    coalesce(e.servers_offered, 0) as servers_offered,
    coalesce(e.took, 0) as servers_took,
    coalesce(e.skipped, 0) as servers_skipped,
    coalesce(e.pending, 0) as servers_pending,
    e.median_days_to_take,
    {{ plt_pct('coalesce(e.took, 0)', 'e.servers_offered') }} as took_pct,
    coalesce(adv.advisories, 0) as advisories,
    coalesce(adv.grave_advisories, 0) as grave_advisories
from l
left join f using (line)
left join e using (line)
left join adv using (line)
