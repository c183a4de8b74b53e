"""The messages of a signed determination through a real mail server: one recipient each, the case's link, and no letter."""

import pytest

from tests.factories import at, case_in, do
from wagecase.cases import links
from wagecase.notices.models import DemoMessage

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_signed_determination_leaves_by_mail_server_on_the_day_it_is_signed(site, server, run_due):
    case = case_in("drafted")
    server.mails.clear()
    moment = site.set("2026-03-04 09:00")
    do(case, "sign_determination", by="supervisor", when=moment)
    assert server.mails == []
    run_due()
    sent = {recipients[0]: mail for _sender, recipients, mail in server.mails if "our decision" in mail["Subject"]}
    assert sorted(sent) == ["office@made-up-mills.example.com", "wanda@example.com"]
    assert all(len(recipients) == 1 for _sender, recipients, _mail in server.mails)
    for role, address in (("complainant", "wanda@example.com"), ("employer", "office@made-up-mills.example.com")):
        mail, other = sent[address], sent[next(a for a in sent if a != address)]
        assert mail["Subject"] == "Case LW-2026-000001: our decision"
        assert mail["Date"].datetime == at("2026-03-04 09:00") == moment
        link = links.link(case.parties.get(role=role))
        for version in (mail, other):
            text = version.get_body(("plain",)).get_content()
            assert (link in text) == (version is mail)
        assert list(mail.iter_attachments()) == []
    assert not DemoMessage.objects.filter(received_at__gte=moment).exists()
    count = len(server.mails)
    site.advance(hours=2)
    run_due()
    assert len(server.mails) == count
