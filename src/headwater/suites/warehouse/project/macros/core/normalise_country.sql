{#- An ISO 3166 alpha-2 code as map_countries knows it, from what people and systems write: in any case, with blanks,
    empty, or 'UK' for GB. Null if there is none. -#}
{% macro normalise_country(column) -%}
    {%- set aliases = {'UK': 'GB', 'EL': 'GR', 'USA': 'US'} -%}
    case upper(trim({{ column }}))
        when '' then null
        {%- for alias, code in aliases.items() %}
        when '{{ alias }}' then '{{ code }}'
        {%- endfor %}
        else upper(trim({{ column }}))
    end
{%- endmacro %}
