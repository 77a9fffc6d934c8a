"""Commands of the suite ``discovery``."""
