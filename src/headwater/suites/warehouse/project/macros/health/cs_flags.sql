{# The names of the flags of the risk register, in the order of the page. #}
{% macro cs_flags() %}
    {{- return([
        'usage_drop', 'silent_account', 'champion_left', 'low_adoption', 'detractor',
        'escalation', 'support_flood', 'payment_trouble', 'seat_cut', 'renewal_unready',
    ]) -}}
{% endmacro %}

{# The components of the second score. #}
{% macro cs_components() %}
    {{- return(['usage', 'breadth', 'depth', 'momentum', 'champions', 'support', 'sentiment', 'billing']) -}}
{% endmacro %}
