"""Every address, by both methods, from everybody: what the matrix says beforehand, and never a word of a case besides."""

import pytest

from tests.access import walker
from tests.access.scene import Scene

pytestmark = pytest.mark.django_db
MATRIX = walker.rows()


@pytest.mark.parametrize("row", MATRIX, ids=[row.label for row in MATRIX])
def test_everybody_gets_what_the_matrix_says(scene: Scene, row: walker.Row):
    assert walker.faults(scene, row) == []
