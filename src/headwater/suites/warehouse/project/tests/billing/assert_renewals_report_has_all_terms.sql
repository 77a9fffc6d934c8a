with reported as (
    select
        term_type,
        sum(terms_due) as terms,
        sum(value_kept_usd) as kept_usd
    from {{ ref('rpt_renewals') }}
    group by term_type
),

listed as (
    select
        term_type,
        count(*) as terms,
        sum(kept_value_usd) as kept_usd
    from {{ ref('fct_renewals') }}
    group by term_type
)

select
    coalesce(reported.term_type, listed.term_type) as term_type,
    reported.terms as reported_terms,
    listed.terms as listed_terms
from reported
full join listed
    on reported.term_type = listed.term_type
where coalesce(reported.terms, 0) <> coalesce(listed.terms, 0)
    or abs(coalesce(reported.kept_usd, 0) - coalesce(listed.kept_usd, 0)) > 0.01
