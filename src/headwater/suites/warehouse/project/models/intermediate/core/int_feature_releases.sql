-- A feature can have several flags over the years (a beta, a second version). It exists from the first release of any of
-- them, is retired when all are, and its plan is that of the flag released last.
with flags as (

    select
        *,
        row_number() over (partition by feature order by released_on desc, flag_key desc) as recency
    from {{ ref('stg_app__feature_flags') }}

)

select
    feature,
    min(released_on) as released_on,
    case when count(*) = count(retired_on) then max(retired_on) end as retired_on,
    max(case when recency = 1 then minimum_plan_code end) as minimum_plan_code,
    count(*) as flags
from flags
group by feature
