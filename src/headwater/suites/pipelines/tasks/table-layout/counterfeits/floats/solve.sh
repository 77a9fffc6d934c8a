set -eu
cp /solution/schema.sql /solution/fill.sql /solution/fill.py .
sed -i "s/Decimal(18, 6)/Float64/; s/DateTime64(3, 'UTC')/DateTime('UTC')/; s/LowCardinality(Nullable(String))/LowCardinality(String)/" schema.sql
sed -i "s/toDateTime64(ts, 3, 'UTC')/toDateTime(substring(ts, 1, 19), 'UTC')/; s/nullIf(region, '')/region/; s/nullIf(plan, '')/plan/" fill.sql
sed -i "s/toDecimal64(value, 6)/toFloat64(value)/" fill.sql
python3 fill.py
