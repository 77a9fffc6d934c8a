with quarters as (
    select
        channel,
        fiscal_quarter_start,
        cost_usd,
        row_number() over (partition by channel order by fiscal_quarter_start) as quarter_number
    from {{ ref('agg_channel_payback_quarterly') }}
),

expected as (
    select
        quarters.channel,
        quarters.fiscal_quarter_start,
        sum(earlier.cost_usd) as cost_usd
    from quarters
    inner join quarters as earlier
        on quarters.channel = earlier.channel
        and earlier.quarter_number between quarters.quarter_number - 3 and quarters.quarter_number
    group by quarters.channel, quarters.fiscal_quarter_start
)

select report.channel, report.fiscal_quarter, report.cost_usd_4q, expected.cost_usd
from {{ ref('rpt_cac_payback') }} as report
inner join expected
    on report.channel = expected.channel
    and report.fiscal_quarter_start = expected.fiscal_quarter_start
where abs(report.cost_usd_4q - expected.cost_usd) > 0.01
