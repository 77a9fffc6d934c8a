{{ config(materialized='view') }}

-- T. Whitlock, 2023-08-02 (FIN-251)
select
    'v1' as made_by,
    v1.*
from {{ ref('fin_receivables_v1') }} as v1
where v1.month < {{ legacy_cutover('receivables') }}

union all

select
    'v2' as made_by,
    v2.*
from {{ ref('fin_receivables_v2') }} as v2
where v2.month >= {{ legacy_cutover('receivables') }}
