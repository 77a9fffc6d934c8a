"""Infers undeclared primary and foreign keys from names and values, without a model.

Names suggest keys, and values confirm or refute them. A unique column is a primary key if its name and position are
typical of a key. A column refers to a key if its name suggests it (``billing_address_id`` refers to ``address``) and
the key contains all of its values. If the name suggests nothing, the values alone decide, but only if they are text or
widely spaced numbers and exactly one key in the database contains all of them. Surrogate keys that count up from 1
contain each other's values by accident, so their values are not evidence.
"""

from headwater.context.catalog.keys._infer import Inferred, infer_keys

__all__ = ["Inferred", "infer_keys"]
