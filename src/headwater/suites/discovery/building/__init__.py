"""From communities of data sets and accepted questions to tasks that prove themselves."""
