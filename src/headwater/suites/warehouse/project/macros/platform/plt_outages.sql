{#- Days on which ops knows that the collector or the ping endpoint lost data for everybody, whatever the incident log says.
    Tickets are of the OPS board. Append only: a day stays in the list after the log was corrected, reports were sent with it. -#}
{% macro plt_outage_days() %}
    {{- return([
        ('2022-02-16', 'OPS-1187'),
        ('2022-02-17', 'OPS-1187'),
        ('2024-07-04', 'OPS-2931'),
    ]) -}}
{% endmacro %}

{#- Whether a date is one of them. -#}
{% macro plt_is_outage_day(d) -%}
({{ d }} in ({% for day, ticket in plt_outage_days() %}date '{{ day }}'{{ ', ' if not loop.last }}{% endfor %}))
{%- endmacro %}

{#- The ticket of such a day, null on others. -#}
{% macro plt_outage_ticket(d) -%}
case {{ d }}{% for day, ticket in plt_outage_days() %} when date '{{ day }}' then '{{ ticket }}'{% endfor %} end
{%- endmacro %}

{#- Outage days within (a, b), both ends open. Used to forgive silence. -#}
{% macro plt_outage_days_within(a, b) -%}
({% for day, ticket in plt_outage_days() %}case when date '{{ day }}' > {{ a }} and date '{{ day }}' < {{ b }} then 1 else 0 end{{ ' + ' if not loop.last }}{% endfor %})
{%- endmacro %}
