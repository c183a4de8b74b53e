import pytest
from tests.factories import at
from tests.licenses import member, organization
from tests.licenses.drafting import Writer, empty, filled, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "media")]
NOW = at("2026-03-02 09:00")


def test_smoke():
    who = member(organization(at=NOW), at=NOW)
    w = Writer(who, filled(who, at=NOW))
    for parts in ((), ("filing",), ("employer",), ("sites",), ("sites", "s1"), ("sites", "new"), ("jobs",), ("jobs", "a1"), ("measurement",), ("measurement", "a1"), ("measurement", "p1"), ("workers",), ("workers", "w0001"), ("workers", "new"), ("services",), ("totals",), ("files",), ("files", "study"), ("check",), ("sites","s1","remove")):
        r = w.get(*parts)
        assert r.status_code == 200, parts
        print("=====", parts, text_of(r)[:1500])
    e = Writer(who, empty(who, at=NOW))
    for parts in ((), ("filing",), ("employer",), ("sites",), ("jobs",), ("measurement",), ("workers",), ("check",), ("files",)):
        r = e.get(*parts); assert r.status_code == 200, parts
        print("=====", parts, text_of(r)[:800])
    r = w.send("check"); print(r.status_code, r.headers.get("Location"), text_of(r)[:600])
    from licenses.drafting.attesting import ITEMS
    print(text_of(w.get("sign")))
    r = w.send("sign", name="Olive Owner Example", title="Director", authority="Director", **{f"attest_{i.code}": "on" for i in ITEMS})
    print(r.status_code, r.headers.get("Location"), text_of(r)[:600])
    print(text_of(w.get("done")))
