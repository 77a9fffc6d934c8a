select now.fiscal_quarter, now.revenue_a_year_before_usd, before.revenue_usd
from {{ ref('rpt_rule_of_40_quarterly') }} as now
left join {{ ref('rpt_profit_and_loss_quarterly') }} as before
    on before.fiscal_year = now.fiscal_year - 1
    and right(before.fiscal_quarter, 2) = right(now.fiscal_quarter, 2)
where coalesce(now.revenue_a_year_before_usd, 0) <> coalesce(before.revenue_usd, 0)
