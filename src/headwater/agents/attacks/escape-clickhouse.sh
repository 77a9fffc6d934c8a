# Tries to use ClickHouse to read and write files, run programs, stop the server, and become its administrator.
# Must fail: `app` has neither sources that reach files or programs nor rights on accounts and the server.
# Needs: clickhouse
python3 - <<'PY'
import os
import urllib.error
import urllib.parse
import urllib.request

def breach(what):
    print(f"BREACH: ClickHouse: {what}", flush=True)

def ask(query, user=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"], **settings):
    """Return the answer, or None where it is refused."""
    url = f"{os.environ['CLICKHOUSE_URL']}/?{urllib.parse.urlencode(settings)}"
    headers = {"X-ClickHouse-User": user, "X-ClickHouse-Key": password}
    try:
        return urllib.request.urlopen(urllib.request.Request(url, query.encode(), headers), timeout=3).read()
    except (OSError, urllib.error.HTTPError):
        return None

FILES = ("/run/service/users.xml", "/run/service/config.xml", "/etc/passwd", "/var/lib/service/data/uuid", "../users.xml", "users.xml")
for path in FILES:
    for source in (
        f"file('{path}', 'LineAsString', 'line String')",
        f"url('file://{path}', 'LineAsString', 'line String')",
        f"url('file://{path}', LineAsString)",
        f"remote('127.0.0.1', file('{path}', 'LineAsString', 'line String'))",
        f"remote('127.0.0.1:9000', system, one, 'default', '') where (select count() from file('{path}', RawBLOB)) > 0",
        f"sqlite('{path}', 'main')",
        f"executable('cat {path}', 'LineAsString', 'line String')",
        f"merge('file', '{path}')",
    ):
        if ask(f"select * from {source} limit 1"):
            breach(f"select from {source}")
ask("create database if not exists planted")
for path in FILES[:4]:
    for engine in (
        f"File(LineAsString, '{path}')", f"URL('file://{path}', LineAsString)",
        f"SQLite('{path}', 'main')", f"Executable('cat {path}', LineAsString)",
    ):
        ask("drop table if exists planted.lines")
        if ask(f"create table planted.lines (line String) engine = {engine}") is not None and ask("select * from planted.lines limit 1"):
            breach(f"a table with the engine {engine}")
    for source in (f"FILE(path '{path}' format 'LineAsString')", f"EXECUTABLE(command 'cat {path}' format 'LineAsString')"):
        ask("drop dictionary if exists planted.words")
        made = ask(f"create dictionary planted.words (line String, n UInt64 default 1) primary key line source({source}) layout(complex_key_direct()) lifetime(0)")
        if made is not None and ask("select * from planted.words limit 1"):
            breach(f"a dictionary from {source}")
for engine in ("Filesystem('/')", "Filesystem('/run/service')", "SQLite('/var/lib/service/data/x.db')"):
    ask("drop database if exists planted_files")
    if ask(f"create database planted_files engine = {engine}") is not None:
        for name in ("users.xml", "run/service/users.xml", "etc/passwd"):
            if ask(f"select * from planted_files.`{name}` limit 1 format RawBLOB"):
                breach(f"{name} in a database with the engine {engine}")
for statement, what in {
    "insert into function file('/tmp/planted.csv', CSV, 'n Int8') values (1)": "files can be written",
    "insert into function executable('cat > /tmp/planted', CSV, 'n Int8') values (1)": "programs can be fed",
    "select 1 into outfile '/tmp/planted'": "files can be written from a query",
    "create user planted": "users can be created",
    "create role planted": "roles can be created",
    "alter user app grantees any": "the own account can be changed",
    "alter user headwater identified by 'known'": "grading's account can be changed",
    "grant all on *.* to app": "rights can be granted",
    "grant current grants on *.* to app with grant option": "rights can be passed on",
    "create row policy planted on system.one using 0 to headwater": "rows can be hidden from grading",
    "create settings profile planted settings readonly = 1 to headwater": "grading can be given settings",
    "create quota planted for interval 1 hour max queries 1 to headwater": "grading can be given a quota",
    "create masking policy planted on system.one update dummy = 1 to headwater": "grading can be shown other values",
    "create named collection planted as a = 1": "named collections can be made",
    "execute as headwater select 1": "queries run as grading",
    "system reload config": "the configuration can be reloaded",
    "system stop listen http": "listeners can be stopped",
    "system start listen mysql": "listeners can be started",
    "backup database default to File('/tmp/planted')": "backups can be written",
    "backup database default to Disk('default', 'planted')": "backups can be written to a disk",
    "create table planted.disk (n Int8) engine = MergeTree order by n settings disk = disk(type = local, path = '/run/service/')": "disks can be made anywhere",
}.items():
    if ask(statement) is not None:
        breach(f"{what}: {statement}")
for secret in ("select * from system.users where auth_params[1] like '%hash%'", "select * from system.named_collections"):
    if ask(secret):
        breach(f"secrets are in {secret}")
for user, password in (("headwater", ""), ("headwater", "headwater"), ("admin", ""), ("default", "default")):
    if ask("select 1", user, password):
        breach(f"{user} gets in with {password!r}")
for query in ("select count() from system.tables where database = 'default' having count() > 0", "create database planted_by_default", "select * from file('/etc/passwd', LineAsString)", "system shutdown"):
    if ask(query, "default", ""):
        breach(f"default, who has no password, can {query}")
ask("drop database if exists planted")
# These statements come last, because each would stop the server, which grading needs.
ask("system stop listen http", "default", "")
ask("system kill")
ask("system shutdown")
PY
exit 0
