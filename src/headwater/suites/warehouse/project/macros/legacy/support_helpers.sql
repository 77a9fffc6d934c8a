{# Tier of support by what a customer pays a month, as support had it on a sheet of paper until the contract terms of 2022 were
   in the warehouse. The limits are those of the contract. #}
{% macro sup_tier(mrr) -%}
case
    when {{ mrr }} >= 5000 then 'enterprise'
    when {{ mrr }} >= 1000 then 'business'
    when {{ mrr }} > 0 then 'team'
    else 'free'
end
{%- endmacro %}

{# Bands of minutes that the desk speaks of. #}
{% macro sup_duration_band(minutes) -%}
case
    when {{ minutes }} is null then 'never'
    when {{ minutes }} <= 60 then 'within the hour'
    when {{ minutes }} <= 480 then 'same shift'
    when {{ minutes }} <= 1440 then 'same day'
    when {{ minutes }} <= 4320 then 'three days'
    else 'longer'
end
{%- endmacro %}
