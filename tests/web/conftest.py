from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from tests.club import Club, club
from tests.service.conftest import clone, database, template

__all__ = ["clone", "club", "database", "template"]


@pytest.fixture
def client(club: Club) -> Iterator[FlaskClient]:
    app = create_app()
    app.config["PROPAGATE_EXCEPTIONS"] = False
    with app.test_client() as made:
        yield made
