"""The suite ``spider2``: Spider 2's dbt track, whose projects and gold databases the user provides.

``suite`` declares the suite, ``build`` builds tasks from a checkout, ``grading`` checks agent output, ``scoring``
grades submissions, and ``commands`` defines the suite's commands. See docs/spider2.md.
"""
