import pytest

from ops.bench.commits import check_chain, measure, sealed
from service.events import Head
from service.signing import EventKey


def test_the_bench_counts_what_it_wrote(owner: str) -> None:
    found = measure(owner, rounds=1, seconds=0.2)
    assert found["events"] == round(found["signed_per_second"] * 0.2) > 0
    assert found["ratio"] > 0 and found["ratio_autocommit"] > 0


def test_the_bench_sees_a_gap_a_broken_link_and_a_wrong_signature() -> None:
    key = EventKey.generate()
    first = sealed(key, "g1", Head())
    second = sealed(key, "g1", Head(0, first.leaf))
    check_chain([first, second], key)
    unlinked = sealed(key, "g1", Head(0, bytes(32)))
    for wrong in ([second], [first, first], [first, unlinked], [first._replace(sig=bytes(64))]):
        with pytest.raises(AssertionError, match=r"breaks at|does not verify"):
            check_chain(wrong, key)
