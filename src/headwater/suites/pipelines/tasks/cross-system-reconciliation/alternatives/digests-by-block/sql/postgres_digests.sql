-- The digest of a block is the sum of 60 bits of the MD5 of each row; clickhouse_digests.sql computes the same.
SELECT transaction_id / %(size)s AS block, count(*),
    sum(('x' || substr(md5(concat_ws('|', transaction_id, merchant_id, amount, coalesce('=' || currency, 'null'),
        status, extract(epoch FROM created_at)::bigint)), 1, 15))::bit(60)::bigint)::text
FROM app.transactions
GROUP BY block
