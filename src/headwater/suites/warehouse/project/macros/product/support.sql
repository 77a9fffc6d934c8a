{#- How a version stands on a day: supported, in its last 90 days, or out of support. -#}
{% macro support_status(day, end_of_support_on) -%}
    case
        when {{ end_of_support_on }} is null then 'unknown'
        when {{ day }} > {{ end_of_support_on }} then 'unsupported'
        when {{ day }} > {{ date_add_days(end_of_support_on, -90) }} then 'ending'
        else 'supported'
    end
{%- endmacro %}

{#- What kind of step leads from one version to another, by their sort keys. -#}
{% macro upgrade_kind(from_key, to_key) -%}
    case
        when {{ to_key }} < {{ from_key }} then 'downgrade'
        when floor({{ to_key }} / 1000000) > floor({{ from_key }} / 1000000) then 'major'
        when floor({{ to_key }} / 1000) > floor({{ from_key }} / 1000) then 'minor'
        else 'patch'
    end
{%- endmacro %}

{#- The two-part line of a version, by which support and upgrades are planned: '7.10'. -#}
{% macro release_line(version) -%}
    (cast({{ version_part(version, 1) }} as varchar) || '.' || cast({{ version_part(version, 2) }} as varchar))
{%- endmacro %}
