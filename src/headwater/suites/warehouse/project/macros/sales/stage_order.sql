{# How far along a stage is. Closed stages come last; the order is that of the sales handbook. #}
{% macro stage_order(stage) -%}
    case {{ stage }}
        when 'Discovery' then 1
        when 'Evaluation' then 2
        when 'Proposal' then 3
        when 'Negotiation' then 4
        when 'Closed Won' then 5
        when 'Closed Lost' then 6
    end
{%- endmacro %}
