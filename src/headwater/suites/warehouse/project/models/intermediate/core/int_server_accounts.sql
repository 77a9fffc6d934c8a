-- Whose server it is: the account of the licence it used last, or of an earlier one if that has none. Servers of the
-- free edition belong to nobody we know.
with matches as (

    select * from {{ ref('int_server_license_matches') }}
    where account_id is not null

),

latest as (

    {{ deduplicate('matches', partition_by='server_id', order_by='match_rank') }}

)

select
    server_id,
    account_id,
    license_id as account_license_id
from latest
