{% macro deal_size_band(amount_usd) -%}
    case
        when {{ amount_usd }} is null then 'unknown'
        when {{ amount_usd }} < 5000 then 'under 5k'
        when {{ amount_usd }} < 25000 then '5k-25k'
        when {{ amount_usd }} < 100000 then '25k-100k'
        else '100k and more'
    end
{%- endmacro %}
