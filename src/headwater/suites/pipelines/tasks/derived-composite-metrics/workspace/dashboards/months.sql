-- Ratios of months are not means of ratios of days.
select
    toStartOfMonth(day) as month,
    sum(conversions) / nullIf(sum(trials), 0) as conversion_rate,
    sum(sessions) as sessions,
    sum(revenue) as revenue
from metrics.daily
group by month
order by month
