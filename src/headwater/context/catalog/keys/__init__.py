"""Infers primary and foreign keys that are not declared, from names and values, without a model.

Names suggest keys, and values confirm or refute them. A unique column is a primary key if its name and position are
those of a key. A column refers to a key if its name suggests so (``billing_address_id`` to ``address``) and all its
values are in the key. If names suggest nothing, values alone are used, but only if exactly one key in the database
contains all of them, and if they are text or widely spaced numbers. Surrogate keys that count from 1 contain each
other's values by accident, so their values prove nothing.
"""

from headwater.context.catalog.keys._infer import Inferred, infer_keys

__all__ = ["Inferred", "infer_keys"]
