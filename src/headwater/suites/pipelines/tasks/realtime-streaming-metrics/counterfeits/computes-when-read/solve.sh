set -eu
cp /solution/*.py /solution/*.sql .
rm minutes.py
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("consume.py",
    ('    store.add(readings)\n',
     '    for host in sorted({each.host for each in readings}):\n        store.add([each for each in readings if each.host == host])\n'),
)
edit("source.py",
    ('BATCH = 100_000',
     'BATCH = 4_000'),
)
edit("store.py",
    ('        self._client.command(_MINUTES, external_data=batch)\n',
     ''),
    ('        batch = ExternalData(file_name="batch", data=rows, fmt="JSONCompactEachRow", structure=_READING)\n',
     ''),
)
edit("schema.sql",
    ('FROM analytics.minutes FINAL;',
     "FROM (\n    SELECT host, metric, minute, kind, samples, total, low, high, last FROM analytics.minutes FINAL\n    UNION ALL\n    SELECT host, metric, toStartOfMinute(fromUnixTimestamp64Milli(at, 'UTC')) AS minute, any(kind) AS kind, count() AS samples,\n        CAST(toDecimal128(sum(amount), 3) / 1000, 'Decimal(18, 3)') AS total,\n        CAST(toDecimal128(min(value), 3) / 1000, 'Decimal(18, 3)') AS low,\n        CAST(toDecimal128(max(value), 3) / 1000, 'Decimal(18, 3)') AS high,\n        CAST(toDecimal128(argMax(value, (at, boot, seq)), 3) / 1000, 'Decimal(18, 3)') AS last\n    FROM (\n        SELECT host, metric, boot, seq, kind, at, value,\n            lagInFrame(value, 1, 0) OVER (PARTITION BY cityHash64(host, metric, boot) ORDER BY seq ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)\n                AS previous,\n            if(kind = 'counter' AND previous <= value, value - previous, value) AS amount\n        FROM analytics.readings FINAL\n    )\n    GROUP BY host, metric, minute\n    HAVING minute >= '2026-06-01 00:00:00'\n);"),
)
PY
python3 consume.py
