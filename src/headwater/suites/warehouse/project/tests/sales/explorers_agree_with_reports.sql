with explorer as (
    select fiscal_quarter, sum(acv_usd) as acv_usd
    from {{ ref('sem_bookings') }}
    group by fiscal_quarter
)

select page.fiscal_quarter, page.acv_usd, explorer.acv_usd as explorer_acv_usd
from {{ ref('sem_go_to_market') }} as page
left join explorer on page.fiscal_quarter = explorer.fiscal_quarter
where abs(page.acv_usd - coalesce(explorer.acv_usd, 0)) > 0.01
