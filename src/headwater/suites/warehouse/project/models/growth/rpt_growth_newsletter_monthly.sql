-- The newsletter's page: reach, clicks, and people who came back after it, clickers against the others. Those who do not click are no
-- control group (people who are there anyway click more), which is why the page also shows how many of the two groups were active
-- before. Asked for by the content lead after each mail.

with mails as (

    select * from {{ ref('fct_growth_newsletter_returns') }}

),

by_campaign as (

    select
        campaign_name,
        min(month_start) as month_start,
        min(sent_on) as sent_on,
        count(*) as recipients,
        {{ count_where('is_delivered') }} as delivered,
        {{ count_where('is_clicked') }} as clicked,
        {{ count_where('is_unsubscribed') }} as unsubscribed,
        {{ count_where('is_bounced') }} as bounced,
        {{ count_where('is_user') }} as users,
        {{ count_where('is_user and is_clicked') }} as users_clicked,
        {{ count_where('was_away') }} as away,
        {{ count_where('was_away and is_clicked') }} as away_clicked,
        {{ count_where('is_brought_back') }} as brought_back,
        {{ count_where('is_brought_back and is_clicked') }} as brought_back_clicked,
        {{ count_where('is_clicked and active_days_before_7d > 0') }} as clickers_active_before,
        {{ count_where('is_clicked and active_days_after_7d > 0') }} as clickers_active_after,
        {{ count_where('not is_clicked and is_user and active_days_before_7d > 0') }} as others_active_before,
        {{ count_where('not is_clicked and is_user and active_days_after_7d > 0') }} as others_active_after,
        sum(visits_after_7d) as visits_after_7d,
        {{ count_where('has_seen_prices') }} as seen_prices,
        sum(opportunities_after_30d) as opportunities_after_30d,
        sum(opportunity_amount_usd) as opportunity_amount_usd,
        max(case when is_mature then 0 else 1 end) as is_young
    from mails
    group by campaign_name

),

marketing as (

    select
        campaign_name,
        clicked as clicked_in_marketing,
        click_rate
    from {{ ref('agg_email_campaigns') }}

)

select
    by_campaign.campaign_name,
    by_campaign.month_start,
    by_campaign.sent_on,
    by_campaign.recipients,
    by_campaign.delivered,
    by_campaign.clicked,
    marketing.clicked_in_marketing,
    by_campaign.unsubscribed,
    by_campaign.bounced,
    by_campaign.users,
    by_campaign.users_clicked,
    by_campaign.away,
    by_campaign.brought_back,
    {{ growth_rate_of('by_campaign.clicked', 'by_campaign.delivered') }} as click_rate,
    {{ growth_rate_of('by_campaign.brought_back_clicked', 'by_campaign.away_clicked') }} as return_rate_clicked,
    {{ growth_rate_of('(by_campaign.brought_back - by_campaign.brought_back_clicked)', '(by_campaign.away - by_campaign.away_clicked)') }} as return_rate_others,
    {{ growth_rate_of('by_campaign.clickers_active_after - by_campaign.clickers_active_before', 'by_campaign.clickers_active_before') }} as change_clicked,
    {{ growth_rate_of('by_campaign.others_active_after - by_campaign.others_active_before', 'by_campaign.others_active_before') }} as change_others,
    by_campaign.visits_after_7d,
    by_campaign.seen_prices,
    by_campaign.opportunities_after_30d,
    by_campaign.opportunity_amount_usd,
    by_campaign.is_young = 0 as is_mature,
    by_campaign.recipients - lag(by_campaign.recipients) over (order by by_campaign.sent_on, by_campaign.campaign_name) as change_in_recipients
from by_campaign
left join marketing
    on by_campaign.campaign_name = marketing.campaign_name
