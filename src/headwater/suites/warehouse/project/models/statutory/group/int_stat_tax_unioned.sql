-- REGISTERS OF ALL COMPANIES. WHAT HAS NO TAX POINT YET (FRENCH SERVICES THAT ARE NOT PAID) IS IN, WITHOUT A MONTH.
{{ stat_union('int_stat_', '_documents',
    ['us', 'ca', 'la', 'uk', 'de', 'fr', 'bx', 'ib', 'nd', 'jp', 'in', 'ap'],
    ['document_id', 'document_type', 'local_number', 'country_code', 'tax_status', 'document_date', 'tax_point_on', 'tax_month', 'currency',
     'net_local', 'tax_local', 'tax_code', 'tax_check', 'expected_tax_local', 'tax_difference_local', 'is_simplified', 'net_usd', 'tax_usd']) }}
