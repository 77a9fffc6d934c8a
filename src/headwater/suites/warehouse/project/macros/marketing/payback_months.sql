{# Months until the gross margin on a cohort's recurring revenue has paid for winning it; null while it earns nothing. #}
{% macro payback_months(acquisition_cost, monthly_revenue, gross_margin=0.78) -%}
    round(cast({{ safe_divide(acquisition_cost, '(' ~ monthly_revenue ~ ' * ' ~ gross_margin ~ ')') }} as decimal(18, 6)), 2)
{%- endmacro %}
