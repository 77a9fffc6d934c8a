"""Defines the text that the prompt variant `verify` adds to a task's baseline instruction.

All tasks have the same text.
"""

VERIFY = """\
Work in this order:

1. Before you build or change anything, write down the contract of what is asked for: each table or result by its name,
   its columns in their order with their types, what one row of it is, and which columns are its key. Take it from the
   request and from what declares it (documentation, YAML, models and tables that are alike), and where these leave
   something open, decide it and write down how.
2. Before you end, verify each part of that contract by queries on the database as you leave it: the table is there
   under its name and has rows; columns, order and types are those of the contract; the key is unique and never null;
   no join or filter has lost or multiplied rows, counted against the tables that it is made of; ties, nulls and the
   first and last dates are as you decided. Look at some rows. Where it does not hold, mend it and verify again: a build
   that ends without an error shows none of this.
"""
