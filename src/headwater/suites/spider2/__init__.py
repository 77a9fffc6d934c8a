"""The suite ``spider2``: the dbt track of Spider 2, whose projects and gold databases the user provides.

``suite`` declares it, ``build`` makes tasks from a checkout, ``grading`` checks agent output, ``scoring``
grades submissions, and ``commands`` has its verbs. See docs/spider2.md.
"""
