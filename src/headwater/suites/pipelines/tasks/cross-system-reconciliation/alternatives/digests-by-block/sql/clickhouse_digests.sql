-- The digest of a block is the sum of 60 bits of the MD5 of each row; postgres_digests.sql computes the same.
SELECT intDiv(transaction_id, {size:UInt64}) AS block, count(),
    toString(sum(toUInt128(bitShiftRight(reinterpretAsUInt64(reverse(substring(MD5(concat(
        toString(transaction_id), '|', toString(merchant_id), '|', toDecimalString(amount, 2), '|',
        ifNull(concat('=', currency), 'null'), '|', status, '|', toString(toUnixTimestamp(created_at)))), 1, 8))), 4))))
FROM analytics.transactions
GROUP BY block
