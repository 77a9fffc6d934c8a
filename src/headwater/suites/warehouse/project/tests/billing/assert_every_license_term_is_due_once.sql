with expired as (
    select
        {{ fiscal_quarter('expires_on') }} as fiscal_quarter,
        count(distinct chain_id || '-' || term_number) as terms
    from {{ ref('fct_licenses') }}
    where is_paid
        and expires_on <= {{ as_of() }}
    group by {{ fiscal_quarter('expires_on') }}
),

reported as (
    select
        fiscal_quarter,
        terms_due
    from {{ ref('rpt_renewals') }}
    where term_type = 'license'
)

select
    coalesce(expired.fiscal_quarter, reported.fiscal_quarter) as fiscal_quarter,
    expired.terms,
    reported.terms_due
from expired
full join reported
    on expired.fiscal_quarter = reported.fiscal_quarter
where coalesce(expired.terms, 0) <> coalesce(reported.terms_due, 0)
