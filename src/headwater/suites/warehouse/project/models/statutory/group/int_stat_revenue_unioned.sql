-- REVENUE OF ALL COMPANIES, EACH UNDER ITS OWN FRAMEWORK. A COMPANY THAT IS MISSING HERE IS MISSING IN THE GROUP'S BRIDGE.
{{ stat_union('fct_stat_', '_revenue_monthly',
    ['us', 'ca', 'la', 'uk', 'de', 'fr', 'bx', 'ib', 'nd', 'jp', 'in', 'ap'],
    ['month_start', 'local_year', 'product_line', 'local_account', 'billed_local', 'credited_local', 'refunded_local', 'recognized_local',
     'closing_deferred_local', 'contract_assets_local', 'group_recognized_local', 'framework_difference_local', 'group_recognized_usd']) }}
