"""Primary and foreign keys where none are declared, from names and values; without a model.

Names propose, values decide. A unique column is a primary key if it is named and placed like one. A column points
to a key if its name says so (``billing_address_id`` to ``address``) and all its values are there; where names say
nothing, only if exactly one key of the database has all its values, and they are text or numbers far apart:
surrogate numbers that count from 1 are among each other by accident, so that they alone prove nothing.
"""

from headwater.context.catalog.keys._infer import Inferred, infer_keys

__all__ = ["Inferred", "infer_keys"]
