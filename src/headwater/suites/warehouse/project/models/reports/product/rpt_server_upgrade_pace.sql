-- How fast customers take new versions, by the quarter of the upgrade and its kind.
select
    {{ fiscal_quarter('upgraded_on') }} as fiscal_quarter,
    {{ fiscal_quarter_start('upgraded_on') }} as fiscal_quarter_start,
    upgrade_kind,
    count(*) as upgrades,
    count(distinct server_id) as servers,
    {{ median('days_after_release') }} as median_days_after_release,
    {{ median('releases_crossed') }} as median_releases_crossed
from {{ ref('fct_server_upgrades') }}
group by
    {{ fiscal_quarter('upgraded_on') }},
    {{ fiscal_quarter_start('upgraded_on') }},
    upgrade_kind
