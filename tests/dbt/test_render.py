from __future__ import annotations

from pathlib import Path

import pytest
from tests.dbt.projects import project_of

from headwater.dbt import render
from headwater.errors import UserError

FILES = {
    "models/orders_v1.sql": "select {{ 0 + 1 }} as n",
    "models/_models.yml": "models: [{name: orders, versions: [{v: 1}, {v: 2}]}]",
    "snapshots/held.sql": "{% snapshot held %}select * from {{ ref('orders', v=2) }}{% endsnapshot %}",
    "seeds/rates.csv": "currency\nEUR\n",
    "dbt_packages/kit/dbt_project.yml": "name: kit\n",
    "dbt_packages/kit/models/payments.sql": "select 1 as kits",
    "models/payments.sql": "select 1 as ours",
    "models/orders_v2.sql": "select 2 as n",
}


@pytest.mark.parametrize(
    ("name", "sql"),
    [
        ("held", 'select * from "database"."schema"."orders_v2"'),
        ("orders.v2", "select 2 as n"),
        ("model.shop.orders.v1", "select 1 as n"),
        ("model.kit.payments", "select 1 as kits"),
    ],
)
def test_a_node_is_rendered_by_its_name_or_id(tmp_path: Path, name: str, sql: str) -> None:
    found = render(project_of(tmp_path, FILES), name)
    assert (found.problems, found.sql.strip()) == ([], sql)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("refunds", "has no model or snapshot refunds"),
        ("rates", "has no model or snapshot rates"),
        ("payments", "payments means one of model.kit.payments, model.shop.payments; use one of these ids"),
    ],
)
def test_a_name_that_means_no_template_or_several_is_an_error(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(UserError) as error:
        render(project_of(tmp_path, FILES), name)
    assert str(error.value) == f"{tmp_path}: {message}"
