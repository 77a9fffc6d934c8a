with expected as (
    select campaign_name, count(distinct email) as recipients
    from {{ ref('stg_marketing__email_events') }}
    where not {{ is_own_email('email') }}
    group by campaign_name
)

select expected.campaign_name, expected.recipients, report.recipients as reported
from expected
left join {{ ref('rpt_email_engagement') }} as report
    on expected.campaign_name = report.campaign_name
where expected.recipients <> coalesce(report.recipients, 0)
