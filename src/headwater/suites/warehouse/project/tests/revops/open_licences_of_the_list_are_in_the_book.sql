-- Customer success has an older list of licences that end within 120 days; what is on it must be in the book, by value.
with list as (
    select account_id, sum(annual_value_usd) as annual_value_usd
    from {{ ref('rpt_upcoming_renewals') }}
    where not is_in_grace
    group by account_id
),

book as (
    select account_id, sum(annual_value_usd) as annual_value_usd
    from {{ ref('fct_revops_renewals') }}
    where term_type = 'license'
        and outcome = 'open'
    group by account_id
)

select list.account_id, list.annual_value_usd, book.annual_value_usd as book_value_usd
from list
left join book on list.account_id = book.account_id
where coalesce(book.annual_value_usd, 0) < list.annual_value_usd - 0.05
