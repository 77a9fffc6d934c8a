{#- The plan's name of today. Until June 2022 the plan 'team' was sold as 'starter'; rows of that time keep the old name
    in the app's history. -#}
{% macro normalise_plan(column) -%}
    case lower(trim({{ column }})) when 'starter' then 'team' else lower(trim({{ column }})) end
{%- endmacro %}

{#- Plans in the order of their price: what makes a change an upgrade or a downgrade. -#}
{% macro plan_rank(column) -%}
    case {{ column }} when 'free' then 0 when 'team' then 1 when 'business' then 2 when 'enterprise' then 3 end
{%- endmacro %}

{% macro is_paid_plan(column) -%}
    ({{ plan_rank(column) }} > 0)
{%- endmacro %}
