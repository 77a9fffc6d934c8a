set -eu
cp /solution/migrate.sh /solution/migrate.py .
cp -r /solution/migration .
python3 - <<'PY'
from pathlib import Path


def edit(file, *changes):
    path = Path(file)
    text = path.read_text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path.write_text(text)


edit(
    "migrate.py",
    ("BATCH = 2_000", "BATCH = 10_000"),
    (' AND amount_minor IS NULL"', '"'),
    ("        connection.execute(FILL, [last, end])\n", "        connection.execute(FILL, [last, end])\n" * 2),
)
TOUCH = """CREATE FUNCTION shop.touch_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE shop.orders SET status = status WHERE order_id = new.order_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER touch_order AFTER INSERT ON shop.orders FOR EACH ROW EXECUTE FUNCTION shop.touch_order();

"""
GONE = "DROP TRIGGER IF EXISTS touch_order ON shop.orders;\nDROP FUNCTION IF EXISTS shop.touch_order();\n"
edit("migration/expand.sql", ("ALTER TABLE shop.orders\n    ADD CONSTRAINT", TOUCH + "ALTER TABLE shop.orders\n    ADD CONSTRAINT"))
edit("migration/rollback.sql", ("ALTER TABLE", GONE + "ALTER TABLE"))
PY
bash migrate.sh
