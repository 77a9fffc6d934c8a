set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


text = Path("erase.py").read_text()
start, end = text.index("    clean_files(matcher, counts)\n"), text.index("    postgres.execute(HELD")
block = """    if people:
        values = {value for value, _, _ in identities.spans(set(people))}
        operational = Operational(postgres, matcher, identities, counts)
        operational._erase_texts(people)
        operational._erase_links(people)
        postgres.execute("REFRESH MATERIALIZED VIEW app.author_cards")
        postgres.commit()
        operational._erase_records()
        now = postgres.execute("SELECT now()").fetchone()[0]
        operational.remember(people, tokens, now)
        theirs = {request_id: person for request_id, person in requests.items() if person in people}
        operational.complete(theirs, due, now)
        postgres.commit()
        Analytics(connections.clickhouse(), matcher, values, counts).erase()
        update = "UPDATE privacy.audit SET rows_erased = %s WHERE request_id = %s AND store = 'clickhouse'"
        for request_id in due:
            postgres.execute(update, [counts.of(requests[request_id], "clickhouse"), request_id])
        clean_files(matcher, counts)
"""
text = text[:start] + block + text[end:]
text = text.replace("clickhouse, identities, tokens, counts = connections.clickhouse(), Identities", "identities, tokens, counts = Identities")
Path("erase.py").write_text(text)
PY
python3 erase.py
