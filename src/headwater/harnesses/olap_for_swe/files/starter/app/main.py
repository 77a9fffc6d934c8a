"""An ingest endpoint, the table behind it and a query: POST /ingest/Event, GET /api/totals?least=1."""

from datetime import datetime

from moose_lib import Api, IngestPipeline, IngestPipelineConfig, Key, MooseClient
from pydantic import BaseModel


class Event(BaseModel):
    id: Key[str]
    at: datetime
    amount: float


events = IngestPipeline[Event]("Event", IngestPipelineConfig(ingest_api=True, stream=True, table=True))


class Least(BaseModel):
    least: float = 0.0


class Totals(BaseModel):
    n: int
    total: float


def totals(client: MooseClient, params: Least) -> list[Totals]:
    query = "SELECT count() AS n, sum(amount) AS total FROM Event WHERE amount >= {least}"
    return client.query.execute(query, {"least": params.least})


Api[Least, Totals](name="totals", query_function=totals)
