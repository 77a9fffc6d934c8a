-- The book leaves out accounts that do not count; with them it is billing's report of renewals.
with book as (
    select
        due_fiscal_quarter as fiscal_quarter,
        term_type,
        count(*) as terms_due,
        sum(case when is_renewed then 1 else 0 end) as renewed
    from {{ ref('int_revops_renewal_book') }}
    where not is_running
    group by due_fiscal_quarter, term_type
)

select
    report.fiscal_quarter,
    report.term_type,
    report.terms_due,
    book.terms_due as book_terms_due
from {{ ref('rpt_renewals') }} as report
full join book
    on report.fiscal_quarter = book.fiscal_quarter
    and report.term_type = book.term_type
where coalesce(report.terms_due, 0) <> coalesce(book.terms_due, 0)
    or coalesce(report.renewed_early + report.renewed_on_time + report.renewed_late, 0) <> coalesce(book.renewed, 0)
