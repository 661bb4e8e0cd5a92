from tests.club import club
from tests.service.conftest import clone, database, template

__all__ = ["clone", "club", "database", "template"]
