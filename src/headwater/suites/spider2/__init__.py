"""Suite ``spider2``: the dbt track of Spider 2, whose projects and gold databases the user brings.

``suite`` declares it, ``scoring`` grades submissions, ``build`` makes tasks of a checkout, ``grading`` checks what an
agent leaves, ``commands`` are the verbs. See docs/spider2.md.
"""
