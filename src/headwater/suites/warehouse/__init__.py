"""The suite `warehouse`: a company's dbt project of production size, and hundreds of ways to break it.

``suite`` declares it, ``company`` simulates the raw data, ``project`` is the dbt project, ``engine`` builds it,
``base`` keeps it built, ``breaks`` breaks it and proves every break, ``grading`` checks what an agent leaves, with
``judge`` in a sandbox. Base and tasks are generated into the cache by ``commands``; see docs/warehouse.md.
"""
