"""Source URLs as people write them: each is shown without its password, or refused without being shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from headwater.context.engines import open_reader, without_password
from headwater.errors import UserError


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgres://me:hunter2@host:5432/db?sslmode=require", "postgres://me@host:5432/db?sslmode=require"),
        ("postgres://host/db?user=me&password=hunter2", "postgres://host/db?user=me"),
        ("postgres://host/db?p%61ssword=hunter2", "postgres://host/db"),
        ("postgres://me@host/db?sslpassword=hunter2&sslmode=require", "postgres://me@host/db?sslmode=require"),
        ("postgres:///db?host=/run/postgres", "postgres:///db?host=/run/postgres"),
        ("clickhouse://me:hunter2@[::1]:8123/db", "clickhouse://me@[::1]:8123/db"),
        ("clickhouse://host", "clickhouse://host"),
        ("files/of=mine", "files/of=mine"),
    ],
)
def test_a_url_is_shown_without_its_password(url: str, shown: str) -> None:
    assert without_password(url) == shown


@pytest.mark.parametrize("scheme", ["postgres", "clickhouse", "mysql"])
@pytest.mark.parametrize("password", ["hun/ter2", "hun?ter2", "hun#ter2", "hun@ter2", "hun[ter2", "1?ter2"])
def test_an_ambiguous_password_is_refused_and_not_shown(scheme: str, password: str) -> None:
    with pytest.raises(UserError) as refused:
        open_reader("db", f"{scheme}://me:{password}@127.0.0.1:1/db", Path("/"))
    assert "ter2" not in str(refused.value)
    assert "%2F" in str(refused.value)


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("postgres://me:hunter2%zz@127.0.0.1:1/db", "cannot be read: invalid percent-encoded token"),
        ("postgres://me:hunter2%00@127.0.0.1:1/db", "cannot be read: forbidden value %00"),
        ("postgres://me:hunter2@127.0.0.1:1/db?secure=true", "cannot be read: invalid URI query parameter"),
        ("postgres://127.0.0.1:1/db?password=hunter2", "cannot connect: "),
        ("clickhouse://me:hunter2%0A@127.0.0.1:1/db", "contains a line break"),
        ("clickhouse://me%0D:hunter2@127.0.0.1:1/db", "contains a line break"),
        ("clickhouse://me:hunter2é@127.0.0.1:1/db", "cannot be reached: "),
        ("clickhouse://me:hunter2@127.0.0.1:x/db", "the port is not a number"),
        ("clickhouse://127.0.0.1:1?password=hunter2", "password is not a parameter; there are secure, verify, ca_cert"),
        ("clickhouse://127.0.0.1:1?secure=perhaps", "secure must be true or false"),
        ("clickhouse://127.0.0.1:1?verify=false", "verify requires TLS; add secure=true"),
        ("clickhouse://127.0.0.1:1?ca_cert=x.crt", "ca_cert requires TLS; add secure=true"),
        ("clickhouses://127.0.0.1:1?ca_cert=/no/such.crt", "ca_cert: /no/such.crt cannot be read: No such file"),
        ("clickhouses://127.0.0.1:1?ca_cert=/dev/null", "contains no certificate in PEM format"),
    ],
)
def test_an_unusable_url_is_one_line_without_its_password(url: str, message: str) -> None:
    with pytest.raises(UserError) as refused:
        open_reader("db", url, Path("/"))
    assert message in str(refused.value)
    assert "hunter2" not in str(refused.value)
    assert "\n" not in str(refused.value)
