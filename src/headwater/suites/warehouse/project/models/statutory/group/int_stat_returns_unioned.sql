-- RETURNS OF ALL COMPANIES WITHOUT THEIR BOXES, WHICH NO TWO FORMS SHARE.
{{ stat_union('fct_stat_', '_tax_returns',
    ['us', 'ca', 'la', 'uk', 'de', 'fr', 'bx', 'ib', 'nd', 'jp', 'in', 'ap'],
    ['period_start', 'period_end', 'local_year', 'tax_due_local', 'tax_due_before_local', 'tax_due_ytd_local', 'documents', 'credit_notes',
     'corrections_of_earlier_periods', 'documents_to_check', 'unexplained_tax_local', 'due_on', 'return_status']) }}
