"""Create the topic of posts, which belongs to the platform team."""


def seed(services) -> None:  # noqa: ANN001 - the stack of services
    """Create the topic."""
    services.kafka.create_topic("posts", partitions=6)
