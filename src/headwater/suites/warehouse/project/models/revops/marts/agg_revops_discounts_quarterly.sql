-- Discounts of closed deals by quarter and segment, with a column for each band and each approver.
{% set approvers = ['seller', 'manager', 'vice president', 'deal desk'] %}
{% set products = ['CLD-TEAM', 'CLD-BUS', 'CLD-ENT', 'SM-PRO', 'SM-ENT'] %}
with deals as (
    select * from {{ ref('fct_revops_discount_approvals') }}
    where is_closed
),

lines as (
    select
        opportunities.fiscal_quarter,
        coalesce(opportunities.segment, 'Unknown') as segment,
        {% for product in products %}
        sum(case when lines.product_code = '{{ product }}' then lines.list_amount - lines.net_amount else 0 end) as {{ product | lower | replace('-', '_') }}_discount,
        {% endfor %}
        sum(lines.list_amount - lines.net_amount) as discount_amount
    from {{ ref('fct_opportunity_lines') }} as lines
    inner join {{ ref('fct_opportunities') }} as opportunities
        on lines.opportunity_id = opportunities.opportunity_id
    where opportunities.is_closed
        -- deals of several currencies are added as they are here: shares only, never amounts, leave this model
    group by opportunities.fiscal_quarter, coalesce(opportunities.segment, 'Unknown')
),

grouped as (
    select
        fiscal_quarter,
        segment,
        count(*) as deals,
        {{ count_where('is_won') }} as won_deals,
        {{ count_where('deepest_discount > 0') }} as discounted_deals,
        {{ count_where('deepest_discount > 0 and is_won') }} as won_discounted_deals,
        {{ count_where('is_quarter_end') }} as quarter_end_deals,
        {{ count_where('is_quarter_end and deepest_discount > 0') }} as quarter_end_discounted_deals,
        {{ pivot_count('approver', approvers, prefix='by_') }},
        {{ count_where("approval_path = 'never negotiated'") }} as never_negotiated,
        sum(amount_usd) as amount_usd,
        {{ sum_where('is_won', 'amount_usd') }} as won_usd,
        max(deepest_discount) as deepest_discount,
        sum(days_in_negotiation) as days_in_negotiation
    from deals
    group by fiscal_quarter, segment
)

select
    grouped.fiscal_quarter,
    grouped.segment,
    grouped.deals,
    grouped.won_deals,
    grouped.discounted_deals,
    {{ safe_divide('grouped.discounted_deals', 'grouped.deals', 4) }} as discounted_share,
    {{ safe_divide('grouped.won_deals', 'grouped.deals', 4) }} as win_rate,
    {{ safe_divide('grouped.won_discounted_deals', 'grouped.discounted_deals', 4) }} as win_rate_discounted,
    {{ safe_divide('grouped.won_deals - grouped.won_discounted_deals', 'grouped.deals - grouped.discounted_deals', 4) }} as win_rate_at_list,
    {{ safe_divide('grouped.quarter_end_discounted_deals', 'grouped.quarter_end_deals', 4) }} as discounted_share_at_quarter_end,
    {% for approver in approvers %}
    grouped.by_{{ approver | replace(' ', '_') }},
    {% endfor %}
    grouped.never_negotiated,
    grouped.amount_usd,
    grouped.won_usd,
    grouped.deepest_discount,
    {{ safe_divide('grouped.days_in_negotiation', 'grouped.deals', 1) }} as average_days_in_negotiation,
    {% for product in products %}
    {{ safe_divide('lines.' ~ (product | lower | replace('-', '_')) ~ '_discount', 'lines.discount_amount', 4) }} as {{ product | lower | replace('-', '_') }}_share_of_discount{{ ',' if not loop.last }}
    {% endfor %}
from grouped
left join lines
    on grouped.fiscal_quarter = lines.fiscal_quarter
    and grouped.segment = lines.segment
