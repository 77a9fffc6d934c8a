{% macro arr_band(arr_usd) -%}
    case
        when {{ arr_usd }} <= 0 then 'none'
        when {{ arr_usd }} < 5000 then 'below 5k'
        when {{ arr_usd }} < 25000 then '5k-25k'
        when {{ arr_usd }} < 100000 then '25k-100k'
        else '100k and more'
    end
{%- endmacro %}
