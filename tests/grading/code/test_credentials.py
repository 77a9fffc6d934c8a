import pytest

from headwater.grading.code import Source, hardcoded_credentials

GITHUB = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5"
ANTHROPIC = "sk-ant-" + "api03-aB3dE5gH7jK9mN1pQ3sT5"


def found(path: str, text: str) -> list[int]:
    return [finding.line for finding in hardcoded_credentials([Source(path, text, None)])]


@pytest.mark.parametrize(
    "code",
    [
        'password = "secret123"',
        'DB_PASSWORD: str = "hunter2"',
        'user, password = "admin", "hunter2"',
        'self.password = "hunter2"',
        'conn = psycopg.connect(host=h, password="password")',
        'conf = {"sasl.password": "hunter2"}',
        'os.environ["PGPASSWORD"] = "postgres"',
        'os.environ.get("PGPASSWORD", "secret123")',
        'os.getenv("API_KEY", default="abc123def")',
        'os.environ.setdefault("CLICKHOUSE_PASSWORD", "secret123")',
        'password = os.environ.get("PGPASSWORD") or "postgres"',
        'def connect(user, password="hunter2"): ...',
        'def connect(*, password="hunter2"): ...',
        'parser.add_argument("--password", default="hunter2")',
        '@click.option("--db-password", default="hunter2")\ndef f(): ...',
        'class C:\n    password: str = field(default="hunter2")',
        'class C:\n    password: SecretStr = SecretStr("hunter2")',
        'URL = "postgresql://admin:secret123@localhost:5432/app"',
        'url = f"postgresql://admin:secret123@{host}/app"',
        'dsn = "host=db user=app password=hunter2"',
        "cur.execute(\"CREATE USER app WITH PASSWORD 'hunter2'\")",
        f'headers = {{"Authorization": "Bearer {GITHUB}"}}',
        f'call("{ANTHROPIC}")',
        'jwt_secret = "correct-horse"',
        'token = "9f8e7d6c5b4a3f2e1d0c"',
    ],
)
def test_python(code: str) -> None:
    assert found("load.py", code)


@pytest.mark.parametrize(
    "code",
    [
        'password = ""',
        'password = os.environ["PGPASSWORD"]',
        'password = "changeme"',
        'tokens = "hunter22222222"',
        'next_token = "SELECT"',
        'password_field = "pw"',
        'labels = {"password": "Password is required"}',
        'schema = {"password": "string", "token": "varchar"}',
        'usage = "postgresql://user:password@host:5432/db"',
        '"""password = \'hunter2\' and ' + GITHUB + '"""',
        "# " + GITHUB,
        f'fake = "ghp_{"x" * 36}"',
        'PATTERN = r"sk-ant-[A-Za-z0-9]{20,}"',
        'pwd = "/workspace"',
        'url = f"postgresql://{user}:{password}@{host}/db"',
        'partition_key = "region_eu_1"',
        'API_KEY_HEADER = "x-api-key"',
    ],
)
def test_python_without_a_secret(code: str) -> None:
    assert found("load.py", code) == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("run.sh", "PGPASSWORD=hunter2 psql -c 'select 1'"),
        ("run.sh", "export DB_PASSWORD='hunter2'"),
        ("run.sh", "clickhouse-client --password hunter2"),
        ("run.sh", "clickhouse-client --password=hunter2"),
        ("run.sh", 'export PGPASSWORD="${PGPASSWORD:-secret123}"'),
        ("run.sh", "psql postgresql://app:hunter2@db/app"),
        ("run.sh", "psql <<SQL\nCREATE USER a PASSWORD 'hunter2';\nSQL"),
        ("run", "#!/bin/bash\nexport API_KEY=abcdef123"),
        ("init.sql", "ALTER ROLE app WITH PASSWORD 'hunter2';"),
        ("init.sql", "CREATE USER app IDENTIFIED WITH sha256_password BY 'hunter2';"),
        ("docker-compose.yml", "environment:\n  POSTGRES_PASSWORD: hunter2"),
        ("docker-compose.yml", "environment:\n  - POSTGRES_PASSWORD=hunter2"),
        ("docker-compose.yml", "environment:\n  PGPASSWORD: ${PGPASSWORD:-hunter2}"),
        ("config.json", '{"db": {"user": "a", "password": "hunter2"}}'),
        ("config.toml", '[db]\npassword = "hunter2"'),
        ("config.ini", "[db]\npassword = hunter2"),
        (".env", "PGPASSWORD=hunter2"),
        (".env.example", f"GITHUB_TOKEN={GITHUB}"),
        ("server.js", f"const key = '{ANTHROPIC}'"),
        ("tests/test_x.py", f"key = '{GITHUB}'"),
    ],
)
def test_other_languages(path: str, text: str) -> None:
    assert found(path, text)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("notes.md", f"password = 'hunter2' {GITHUB}"),
        ("run.sh", f"# PGPASSWORD=hunter2 {GITHUB}"),
        ("run.sh", "export PGPASSWORD=$(cat /run/secret)"),
        ("run.sh", "psql --password -c 'select 1'"),
        ("init.sql", "-- PASSWORD 'hunter2'"),
        ("init.sql", "ALTER ROLE app PASSWORD :'pw';"),
        ("schema.yml", "columns:\n  - name: password\n    description: the password: hashed"),
        ("server.js", "const password = 'hunter2'"),
    ],
)
def test_other_languages_without_a_secret(path: str, text: str) -> None:
    assert found(path, text) == []


def test_secrets_are_masked() -> None:
    text = f'password = "secret123"\nx = "{GITHUB}"\ny = "postgresql://a:topsecret@db/x"'
    findings = hardcoded_credentials([Source("a.py", text, None)])
    assert len(findings) == 3
    written = " ".join(finding.message for finding in findings)
    assert not any(secret in written for secret in ("secret123", GITHUB, "topsecret"))


def test_shipped_files_do_not_count_against_the_agent() -> None:
    shipped = 'password = "secret123"\n'
    moved = "import os\n\n\n" + shipped
    assert hardcoded_credentials([Source("a.py", shipped, shipped)]) == []
    assert hardcoded_credentials([Source("a.py", moved, shipped)]) == []
    added = hardcoded_credentials([Source("a.py", moved + 'api_key = "abcdef123"\n', shipped)])
    assert [(finding.line, finding.kind) for finding in added] == [(5, "hardcoded-credential")]
    assert hardcoded_credentials([Source("a.py", shipped + shipped, shipped)])
