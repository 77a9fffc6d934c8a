"""The topic of posts, which the platform team has made."""


def seed(services) -> None:  # noqa: ANN001 - the stack of services
    """Create it."""
    services.kafka.create_topic("posts", partitions=6)
