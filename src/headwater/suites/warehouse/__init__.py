"""The suite `warehouse`: a company's dbt project of production size, and hundreds of ways to break it.

``suite`` declares it, ``company`` simulates the raw data, ``project`` is the dbt project, ``engine`` builds it,
``base`` caches the built project, ``breaks`` breaks it and proves every break, and ``grading`` checks an agent's
output, with ``judge`` in a sandbox. ``commands`` generates base and tasks into the cache; see docs/warehouse.md.
"""
