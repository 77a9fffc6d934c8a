"""The suite `warehouse`: a company's production-sized dbt project, and hundreds of ways to break it.

``suite`` declares the suite, ``project`` is the dbt project, ``base`` builds the project and caches the result,
``breaks`` generates and proves the breaks, and ``grading`` checks an agent's output, using ``judge`` in a sandbox.
``commands`` generates the base and the tasks in the cache. See docs/warehouse.md.
"""
