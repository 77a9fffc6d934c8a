"""Suite ``spider2``: the dbt track of Spider 2, whose projects and gold databases the user brings."""
