"""Read the catalog: the shape of the tables, constraints, indexes, triggers, functions, rights and settings."""

from __future__ import annotations

from headwater.grading import Graded, State

Catalog = dict[str, list[tuple[object, ...]]]

_SQL = {
    "columns": """
        select attname::text, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid),
               row_number() over (order by attnum)
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = 'shop.orders'::regclass and attnum > 0 and not attisdropped order by attnum
    """,
    "constraints": """
        select conname::text, pg_get_constraintdef(oid), convalidated, conrelid::regclass::text from pg_constraint
        where (conrelid = 'shop.orders'::regclass or confrelid = 'shop.orders'::regclass) and contype <> 'n' order by 1
    """,
    "indexes": """
        select indexrelid::regclass::text, pg_get_indexdef(indexrelid), indisvalid from pg_index
        where indrelid = 'shop.orders'::regclass order by 1
    """,
    "triggers": """
        select tgname::text, tgfoid::regprocedure::text from pg_trigger
        where tgrelid = 'shop.orders'::regclass and not tgisinternal order by 1
    """,
    "functions": """
        select oid::regprocedure::text from pg_proc
        where pronamespace in (select oid from pg_namespace where nspname in ('shop', 'finance', 'public')) order by 1
    """,
    "relations": """
        select oid::regclass::text, relkind::text from pg_class
        where relnamespace in (select oid from pg_namespace where nspname !~ '^(pg_|information_schema)')
          and relkind not in ('i', 't') order by 1
    """,
    "rights": """
        select c.oid::regclass::text, c.relacl::text from pg_class c
        where relnamespace in (select oid from pg_namespace where nspname in ('shop', 'finance'))
          and relkind in ('r', 'v') order by 1
    """,
}
_SETTINGS = "select setdatabase::bigint, setrole::bigint, setconfig::text from pg_db_role_setting order by 1, 2"


def read_catalog(state: State | Graded) -> Catalog:
    """Return all that a rollback restores."""
    return {name: state.postgres.query(sql) for name, sql in _SQL.items()}


def settings(state: State | Graded) -> list[tuple[object, ...]]:
    """Return the settings of roles and databases."""
    return state.postgres.query(_SETTINGS)


def differences(one: Catalog, other: Catalog) -> list[str]:
    """Describe how two catalogs differ."""
    changed = [name for name in one if one[name] != other[name]]
    return [f"{name}: {sorted(map(str, set(one[name]) ^ set(other[name])))[:3]}" for name in changed]


def has_required(state: State | Graded, column: str) -> bool:
    """Return whether a column of shop.orders has a validated NOT NULL constraint."""
    sql = """
        select count(*) from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
        where c.conrelid = 'shop.orders'::regclass and c.contype = 'n' and c.convalidated and a.attname = %s
    """
    return bool(state.postgres.scalar(sql, [column]))
