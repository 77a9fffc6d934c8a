import pytest

from headwater.grading.code import Source, connection_literals
from headwater.records import ServiceName
from headwater.services import SERVICES

ALL = list(SERVICES)


def found(path: str, text: str, services: list[ServiceName] = ALL) -> list[int]:
    return [finding.line for finding in connection_literals([Source(path, text, None)], services)]


@pytest.mark.parametrize(
    "code",
    [
        'psycopg.connect("postgresql://app@localhost:5432/app")',
        'URL = "postgresql+psycopg://app:pw@db/app"',
        'requests.get("http://localhost:8123/?query=select 1".replace(" ", "+"))'.replace("select 1", "1"),
        'requests.get("http://localhost:8123/", timeout)',
        'requests.post(f"http://127.0.0.1:8123/?query={query}")',
        'Consumer({"bootstrap.servers": "localhost:9092"})',
        'KafkaProducer(bootstrap_servers=["localhost:9092"])',
        'brokers = "localhost:9092,localhost:9093"',
        'import psycopg\npsycopg.connect(host="localhost", dbname="x")',
        'import psycopg\nHOST = "127.0.0.1"\npsycopg.connect(host=HOST)',
        'psycopg.connect(host=os.environ["PGHOST"], port=5432)',
        "clickhouse_connect.get_client(host=h, port=8123)",
        'CONFIG = {"host": "localhost", "port": 5432, "user": "a", "dbname": "x"}',
        'dsn = "host=localhost port=5432 dbname=app"',
        'dsn = f"host={host} port=5432 dbname=app"',
        'os.environ["KAFKA_BROKERS"] = "localhost:9092"',
        'parser.add_argument("--brokers", default="localhost:9092")',
    ],
)
def test_python(code: str) -> None:
    assert found("load.py", code)


@pytest.mark.parametrize(
    "code",
    [
        'os.environ.get("KAFKA_BROKERS", "localhost:9092")',
        'os.getenv("PGPORT", 5432)',
        'env("CLICKHOUSE_URL", default="http://localhost:8123")',
        'url = os.environ.get("URL") or "postgresql://localhost/app"',
        'url = os.environ["U"] if "U" in os.environ else "http://localhost:8123"',
        'url = os.environ.get("U")\nif not url:\n    url = "http://localhost:8123"',
        'BROKERS = "localhost:9092"\nb = os.environ.get("KAFKA_BROKERS", BROKERS)',
        'class S(BaseSettings):\n    brokers: str = "localhost:9092"',
        'raise SystemExit("set POSTGRES_URL, such as postgresql://app@localhost:5432/app")',
        'HTTPServer(("0.0.0.0", 9000), Handler)',
        'uvicorn.run(app, host="127.0.0.1", port=8123)',
        'requests.get("http://localhost:3000/api/metrics")',
        'memcache.Client(host="localhost", port=11211)',
        "DEFAULT_PORT = 5432",
        'f"http://{host}:{port}"',
        '"""postgresql://app@localhost:5432/app"""',
        'version = "12:9000"',
    ],
)
def test_python_that_reads_the_environment(code: str) -> None:
    assert found("load.py", code) == []


@pytest.mark.parametrize(
    "text",
    [
        "psql -h localhost -c 'select 1'",
        "psql --host=localhost",
        "clickhouse-client --host db --port 9000",
        "curl 'http://localhost:8123/?query=select+1'",
        "kcat -b localhost:9092 -L",
        "export PGHOST=localhost",
        "KAFKA_BROKERS=localhost:9092 python load.py",
        "psql postgresql://app:pw@localhost/app",
    ],
)
def test_shell(text: str) -> None:
    assert found("run.sh", text)


@pytest.mark.parametrize(
    "text",
    [
        'psql -h "${PGHOST:-localhost}"',
        ': "${KAFKA_BROKERS:=localhost:9092}"',
        'curl "$CLICKHOUSE_URL/ping"',
        "# curl http://localhost:8123",
        "curl http://localhost:3000/health",
        'if [ -z "$PGHOST" ]; then\n  PGHOST=localhost\nfi',
        "echo http://localhost:8123",
        "grep -h localhost hosts",
    ],
)
def test_shell_that_reads_the_environment(text: str) -> None:
    assert found("run.sh", text) == []


def test_only_declared_services_count() -> None:
    code = 'a = "localhost:9092"\nb = "http://localhost:8123"\nc = "postgresql://db/x"\nf(port=5432)'
    assert found("a.py", code, ["kafka"]) == [1]
    assert found("a.py", code, ["clickhouse"]) == [2]
    assert found("a.py", code, ["postgres"]) == [3, 4]
    assert found("a.py", code, []) == []


def test_redis_is_recognized() -> None:
    code = 'import redis\nu = "redis://app@db:6379/0"\nredis.Redis(host="db.example.com", port=6379)'
    assert sorted(set(found("a.py", code, ["redis"]))) == [2, 3]
    assert found("a.py", code, ["kafka"]) == []
    assert found("run.sh", "redis-cli -h db.example.com -p 6379 ping\n", ["redis"]) != []


def test_passwords_are_masked() -> None:
    (finding,) = connection_literals([Source("a.py", 'u = "postgresql://a:topsecret@db/x"', None)], ALL)
    assert "topsecret" not in finding.message
