-- Reads the source: who signs up by themselves has mostly been on the site; sales sets up the others.
with visitors as (
    select {{ fiscal_quarter('created_at') }} as fiscal_quarter, count(*) as people
    from {{ source('app', 'users') }}
    where signup_anonymous_id is not null
    group by 1
)

select page.fiscal_quarter, page.signups, visitors.people
from {{ ref('rpt_go_to_market') }} as page
inner join visitors on page.fiscal_quarter = visitors.fiscal_quarter
where page.signups > 2 * visitors.people
