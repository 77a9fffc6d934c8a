{# The balance of ledger lines in the direction that the account grows: revenue and liabilities by credits, costs and assets by debits. #}
{% macro signed_amount(debit, credit, normal_balance) -%}
case when {{ normal_balance }} = 'credit' then {{ credit }} - {{ debit }} else {{ debit }} - {{ credit }} end
{%- endmacro %}

{# First day of a ledger period 'FY25-P01', as a date. #}
{% macro period_start(period) -%}
{{ to_date(date_add_months(
    "cast((2000 + cast(substr(" ~ period ~ ", 3, 2) as integer) - 1) || '-01-01' as date)",
    "(cast(right(" ~ period ~ ", 2) as integer) + " ~ (var('fiscal_year_first_month') - 2) ~ ")"
)) }}
{%- endmacro %}

{# Favourable is positive: more revenue than planned, or less cost. #}
{% macro variance_usd(actual, budget, category) -%}
case when {{ category }} = 'revenue' then {{ actual }} - {{ budget }} else {{ budget }} - {{ actual }} end
{%- endmacro %}
