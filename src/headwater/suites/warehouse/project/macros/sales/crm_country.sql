{# ISO 3166 alpha-2 of what people type into the CRM's country field. #}
{% macro crm_country(column) -%}
    case upper({{ nullif_blank(column) }})
        when 'UK' then 'GB'
        when 'UNITED KINGDOM' then 'GB'
        when 'USA' then 'US'
        when 'UNITED STATES' then 'US'
        when 'GERMANY' then 'DE'
        else upper({{ nullif_blank(column) }})
    end
{%- endmacro %}
