with links as (
    select
        apps.account_id,
        apps.created_at,
        coalesce(
            third.merged_into_crm_account_id,
            second.merged_into_crm_account_id,
            first.merged_into_crm_account_id,
            first.crm_account_id
        ) as crm_account_id
    from {{ ref('stg_app__accounts') }} as apps
    inner join {{ ref('stg_crm__accounts') }} as first
        on apps.crm_account_id = first.crm_account_id
    left join {{ ref('stg_crm__accounts') }} as second
        on first.merged_into_crm_account_id = second.crm_account_id
    left join {{ ref('stg_crm__accounts') }} as third
        on second.merged_into_crm_account_id = third.crm_account_id
),

oldest as (
    select
        crm_account_id,
        account_id,
        row_number() over (partition by crm_account_id order by created_at, account_id) as age_rank
    from links
)

select oldest.crm_account_id, oldest.account_id, companies.account_id as company_account_id
from oldest
left join {{ ref('dim_crm_accounts') }} as companies
    on oldest.crm_account_id = companies.crm_account_id
where oldest.age_rank = 1
    and (companies.account_id is null or companies.account_id <> oldest.account_id)
