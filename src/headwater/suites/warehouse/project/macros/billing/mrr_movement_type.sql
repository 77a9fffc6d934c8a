{# An account moves by the change of all that it pays a month. Coming back after a month or more at nothing is a
   reactivation, not new business: `had_mrr_before` says whether it ever paid. #}
{% macro mrr_movement_type(previous, current, had_mrr_before) -%}
    case
        when {{ previous }} = 0 and {{ current }} > 0 and {{ had_mrr_before }} then 'reactivation'
        when {{ previous }} = 0 and {{ current }} > 0 then 'new'
        when {{ previous }} > 0 and {{ current }} = 0 then 'churn'
        when {{ current }} > {{ previous }} then 'expansion'
        when {{ current }} < {{ previous }} then 'contraction'
    end
{%- endmacro %}
