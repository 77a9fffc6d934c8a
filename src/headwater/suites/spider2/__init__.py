"""The suite ``spider2``: the dbt track of Spider 2, whose projects and gold databases the user provides.

``suite`` declares the suite, ``build`` makes tasks from a checkout, ``grading`` checks agent output, ``scoring`` grades
submissions, and ``commands`` has the suite's commands. See docs/spider2.md.
"""
