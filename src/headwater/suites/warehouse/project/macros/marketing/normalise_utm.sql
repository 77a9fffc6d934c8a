{# UTM values arrive with capitals, plus signs, blanks and placeholders of the ad platforms' templates. #}
{% macro normalise_utm(column) -%}
    nullif(
        case
            when lower(trim({{ column }})) in ('', '(not set)', '(none)', 'none', 'null', 'undefined') then ''
            else replace(replace(lower(trim({{ column }})), '+', '_'), ' ', '_')
        end,
        ''
    )
{%- endmacro %}
