-- Does discounting win deals? By quarter over all segments, and the same quarter a year before.
with quarters as (
    select
        fiscal_quarter,
        sum(deals) as deals,
        sum(won_deals) as won_deals,
        sum(discounted_deals) as discounted_deals,
        sum(by_manager) as by_manager,
        sum(by_vice_president) as by_vice_president,
        sum(by_deal_desk) as by_deal_desk,
        sum(never_negotiated) as never_negotiated,
        sum(won_usd) as won_usd,
        max(deepest_discount) as deepest_discount
    from {{ ref('agg_revops_discounts_quarterly') }}
    group by fiscal_quarter
),

numbered as (
    select
        quarters.*,
        calendar.quarter_starts_on,
        calendar.year_ago_fiscal_quarter
    from quarters
    inner join {{ ref('int_revops_quarters') }} as calendar
        on quarters.fiscal_quarter = calendar.fiscal_quarter
)

select
    numbered.fiscal_quarter,
    numbered.quarter_starts_on,
    numbered.deals,
    numbered.won_deals,
    numbered.discounted_deals,
    numbered.by_manager,
    numbered.by_vice_president,
    numbered.by_deal_desk,
    numbered.never_negotiated,
    numbered.won_usd,
    numbered.deepest_discount,
    {{ safe_divide('numbered.discounted_deals', 'numbered.deals', 4) }} as discounted_share,
    {{ safe_divide('year_ago.discounted_deals', 'year_ago.deals', 4) }} as discounted_share_a_year_ago,
    {{ safe_divide('numbered.won_deals', 'numbered.deals', 4) }} as win_rate,
    {{ safe_divide('year_ago.won_deals', 'year_ago.deals', 4) }} as win_rate_a_year_ago
from numbered
left join numbered as year_ago
    on numbered.year_ago_fiscal_quarter = year_ago.fiscal_quarter
