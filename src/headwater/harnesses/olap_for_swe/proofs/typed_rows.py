"""Insert rows through a moose_lib table, with its validation, and read them back."""

import os
import shutil
from decimal import Decimal

shutil.copytree("/opt/harness/olap-for-swe/files/starter", "typed")
os.chdir("typed")

from clickhouse_connect import get_client  # noqa: E402 - moose_lib looks for a project where it is imported
from moose_lib import InsertOptions, Key, OlapTable  # noqa: E402
from pydantic import BaseModel  # noqa: E402


class Payment(BaseModel):
    id: Key[int]
    amount: Decimal


payments = OlapTable[Payment]("Payment")
client = get_client(
    host=os.environ["CLICKHOUSE_HOST"],
    port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"],
    password=os.environ["CLICKHOUSE_PASSWORD"],
)
client.command("CREATE TABLE Payment (id UInt32, amount Decimal(9, 2)) ENGINE = MergeTree ORDER BY id")
rows = [{"id": number, "amount": "0.25"} for number in range(2000)]
done = payments.insert([*rows, {"id": "no number", "amount": "1"}], InsertOptions(strategy="discard", allow_errors=1))
assert (done.successful, done.failed) == (2000, 1), done
assert client.query("SELECT count(), sum(amount) FROM Payment").result_rows == [(2000, Decimal("500"))]
