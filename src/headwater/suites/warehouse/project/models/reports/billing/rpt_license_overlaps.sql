-- Accounts that run two paid licences of the same SKU at once although neither replaces the other: paid twice, or a
-- renewal that nobody linked.
with licenses as (
    select * from {{ ref('reg_licences') }}
    where is_paid
        and account_id is not null
)

select
    earlier.account_id,
    earlier.sku,
    earlier.license_id as earlier_license_id,
    later.license_id as later_license_id,
    later.starts_on as overlaps_from,
    least(earlier.ends_on, later.ends_on) as overlaps_until,
    {{ date_diff_days('later.starts_on', 'least(earlier.ends_on, later.ends_on)') }} + 1 as overlap_days,
    earlier.seats as earlier_seats,
    later.seats as later_seats
from licenses as earlier
inner join licenses as later
    on earlier.account_id = later.account_id
    and earlier.sku = later.sku
    and earlier.chain_id <> later.chain_id
    and (earlier.starts_on < later.starts_on or (earlier.starts_on = later.starts_on and earlier.license_id < later.license_id))
    and {{ periods_overlap('earlier.starts_on', 'earlier.ends_on', 'later.starts_on', 'later.ends_on') }}
