set -eu
cp /solution/outlet.py /solution/cdc.py /solution/posts.py /alternative/messages.py /alternative/install.sql .
python3 - <<'PY'
from pathlib import Path

Path("posts.py").unlink()
path = Path("outlet.py")
path.write_text(path.read_text().replace("from posts import Event", "from messages import Event"))
path = Path("cdc.py")
code = path.read_text()
start, end = code.index("A logical slot retains"), code.index("\"\"\"\n\nimport argparse")
code = code[:start] + """A trigger writes events into the write-ahead log; the comment of the publication, which has no tables, says whether all posts were
has sent all posts, so that a killed first run is repeated.
""" + code[end:]
code = code.replace("import sys\n", "import sys\nfrom pathlib import Path\n")
code = code.replace("from outlet import Outlet\nfrom pgoutput import Decoder\nfrom posts import Event, events_of, key_of, post_of\n", "from messages import Decoder, Event\nfrom outlet import Outlet\n")
code = code.replace("'publication_names', %s)", "'publication_names', %s, 'messages', 'true')")
start, end = code.index("COLUMNS = "), code.index("def remove")
code = code[:start] + """EVENTS = "SELECT app.post_key(p), app.post_json(p) FROM app.posts p"
REMOVE = \"\"\"
    DROP TRIGGER IF EXISTS posts_cdc ON app.posts;
    DROP FUNCTION IF EXISTS app.post_cdc, app.post_json, app.post_key
\"\"\"


""" + code[end:]
code = code.replace('    postgres.execute("ALTER TABLE app.posts REPLICA IDENTITY DEFAULT")\n', "    postgres.execute(REMOVE)\n")
start, end = code.index("    # With full old rows"), code.index("    create = ")
code = code[:start] + """    with postgres.transaction():
        postgres.execute(Path(__file__).with_name("install.sql").read_text())
""" + code[end:]
start, end = code.index("    columns = [name"), code.index("    outlet.settle()\n    postgres.execute(sql.SQL")
code = code[:start] + """    with postgres.transaction(), postgres.cursor(name="posts") as cursor:
        for key, post in cursor.execute(EVENTS):
            outlet.send(Event("read", key, position, post))
""" + code[end:]
code = code.replace("""            for change in decoder.changes(int(lsn), data):
                for event in events_of(change):
                    outlet.send(event)
""", """            for event in decoder.events(int(lsn), data):
                outlet.send(event)
""")
# All that there is in one pass, confirmed as a whole: the message that flushes the log is one, too, and belongs to no transaction.
code = code.replace("AT_ONCE = 10_000\n", "").replace("[NAME, end, AT_ONCE, NAME]", "[NAME, end, None, NAME]")
code = code.replace("    while rows := ", "    if rows := ")
start, end = code.index("        postgres.execute(\"SELECT pg_replication_slot_advance(%s, '0/0'"), code.index("    # This also skips changes")
code = code[:start] + code[end:]
path.write_text(code)
PY
python3 cdc.py
