{# Receivables by days past due, as the collections team works them. #}
{% macro aging_bucket(days_past_due) -%}
    case
        when {{ days_past_due }} <= 0 then 'current'
        when {{ days_past_due }} <= 30 then '1-30'
        when {{ days_past_due }} <= 60 then '31-60'
        when {{ days_past_due }} <= 90 then '61-90'
        else '90+'
    end
{%- endmacro %}
