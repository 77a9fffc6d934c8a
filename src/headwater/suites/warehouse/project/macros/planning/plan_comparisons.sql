{# One macro for each comparison that the planning team prints. Rows are months without gaps for each `by`; int_plan_* see to it. #}

{# The month before. #}
{% macro plan_previous_month(column, by, month='month_start') -%}
lag({{ column }}, 1) over (partition by {{ by }} order by {{ month }})
{%- endmacro %}

{# The same month of the year before. #}
{% macro plan_previous_year(column, by, month='month_start') -%}
lag({{ column }}, 12) over (partition by {{ by }} order by {{ month }})
{%- endmacro %}

{# Since the beginning of the fiscal quarter, this month included. #}
{% macro plan_quarter_to_date(column, by, month='month_start', quarter='fiscal_quarter') -%}
sum({{ column }}) over (partition by {{ by }}, {{ quarter }} order by {{ month }} rows between unbounded preceding and current row)
{%- endmacro %}

{# Since the beginning of the fiscal year, this month included. #}
{% macro plan_year_to_date(column, by, month='month_start', year='fiscal_year') -%}
sum({{ column }}) over (partition by {{ by }}, {{ year }} order by {{ month }} rows between unbounded preceding and current row)
{%- endmacro %}

{# Sum over the last months, this one included. #}
{% macro plan_trailing_sum(column, months, by, month='month_start') -%}
sum({{ column }}) over (partition by {{ by }} order by {{ month }} rows between {{ months - 1 }} preceding and current row)
{%- endmacro %}

{# Average of the last months, this one included; of as many as there are. #}
{% macro plan_trailing_average(column, months, by, month='month_start') -%}
{{ money('cast(' ~ plan_trailing_sum(column, months, by, month) ~ ' as double precision) / count(*) over (partition by ' ~ by ~ ' order by ' ~ month ~ ' rows between ' ~ (months - 1) ~ ' preceding and current row)') }}
{%- endmacro %}

{# What is left of the fiscal year after this month. #}
{% macro plan_rest_of_year(column, by, month='month_start', year='fiscal_year') -%}
(sum({{ column }}) over (partition by {{ by }}, {{ year }}) - {{ plan_year_to_date(column, by, month, year) }})
{%- endmacro %}

{# Share of the plan that was reached; null without a plan. #}
{% macro plan_attainment(actual, plan) -%}
{{ safe_divide(actual, plan, 4) }}
{%- endmacro %}

{# Change relative to an earlier figure of either sign. #}
{% macro plan_change_share(current_value, earlier_value) -%}
{{ safe_divide(current_value ~ ' - ' ~ earlier_value, 'abs(' ~ earlier_value ~ ')', 4) }}
{%- endmacro %}

{# Better than planned is positive: `sign` is 1 for income and -1 for cost. #}
{% macro plan_favourable(actual, plan, sign) -%}
(({{ actual }} - {{ plan }}) * {{ sign }})
{%- endmacro %}
