{#- Versions of the server come as '7.10.2', 'v7.10.2' or '7.10.2-rc1'. The number is what they are compared by. -#}
{% macro version_number(version) -%}
    split_part(replace(lower(trim({{ version }})), 'v', ''), '-', 1)
{%- endmacro %}

{#- A part of a version's number: 1 major, 2 minor, 3 patch. -#}
{% macro version_part(version, part) -%}
    cast(coalesce(nullif(split_part({{ version_number(version) }}, '.', {{ part }}), ''), '0') as integer)
{%- endmacro %}

{#- A number that orders versions: '7.10.2' comes after '7.9.11', which text would put the other way round. -#}
{% macro version_sort_key(version) -%}
    ({{ version_part(version, 1) }} * 1000000 + {{ version_part(version, 2) }} * 1000 + {{ version_part(version, 3) }})
{%- endmacro %}

{#- Candidates for a release carry a suffix: 'rc1', 'beta2'. -#}
{% macro is_prerelease(version) -%}
    (position('-' in {{ version }}) > 0)
{%- endmacro %}
