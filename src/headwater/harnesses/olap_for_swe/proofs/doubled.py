# ruff: noqa: F821 - it is added to app/main.py of the starter project


class Doubled(BaseModel):
    id: Key[str]
    doubled: float


doubled = IngestPipeline[Doubled]("Doubled", IngestPipelineConfig(ingest_api=False, stream=True, table=True))
events.get_stream().add_transform(doubled.get_stream(), lambda event: Doubled(id=event.id, doubled=2 * event.amount))
