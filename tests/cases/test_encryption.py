"""Confidential columns: readable with any of the keys, written with the first, and never comparable."""

import pytest
from cryptography.fernet import Fernet
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.db import models

from tests.factories import file_online
from wagecase.cases.models import Party
from wagecase.encryption import EncryptedTextField, decrypt, encrypt, keyed_digest


def test_what_is_written_is_read_back():
    for text in ("", "plain", "Łódź 🙂\n\u0000", "x" * 100_000):
        assert decrypt(encrypt(text)) == text
    assert encrypt("same") != encrypt("same")


def test_an_old_key_still_reads_and_a_new_first_key_writes(settings):
    old, new = Fernet.generate_key().decode(), Fernet.generate_key().decode()
    settings.FIELD_KEYS = [old]
    token = encrypt("words")
    settings.FIELD_KEYS = [new, old]
    assert decrypt(token) == "words"
    fresh = encrypt("words")
    settings.FIELD_KEYS = [new]
    assert decrypt(fresh) == "words"
    with pytest.raises(ValueError, match="cannot be read with the keys of FIELD_KEYS"):
        decrypt(token)


def test_without_keys_nothing_is_written_in_the_clear(settings):
    settings.FIELD_KEYS = []
    with pytest.raises(ImproperlyConfigured, match="FIELD_KEYS is empty"):
        encrypt("words")


@pytest.mark.django_db
@pytest.mark.parametrize("lookup", ["email", "email__icontains", "phone__startswith", "postal__in"])
def test_a_confidential_column_cannot_be_filtered(lookup):
    with pytest.raises(TypeError, match="cannot be filtered"):
        Party.objects.filter(**{lookup: "wanda@example.com"}).exists()


@pytest.mark.django_db
def test_an_update_encrypts_too():
    case = file_online()
    Party.objects.filter(case=case).update(phone="canary-phone")
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT phone FROM cases_party")
        assert "canary" not in repr(cursor.fetchall())
    assert {p.phone for p in case.parties.all()} == {"canary-phone"}


def test_a_keyed_digest_keeps_its_uses_and_parts_apart():
    assert len({keyed_digest("a", "b", "c"), keyed_digest("a", "bc"), keyed_digest("b", "b", "c")}) == 3


# Texts without a greatest length that stand in clear, each for a reason; docs/architecture.md says so of all of them.
CLEAR = {
    "audit.Event": {"body"},  # facts and digests of the words
    "cases.Job": {"arguments", "errors", "actor"},  # ids
    "closings.ImportBatch": {"heads", "notes", "figures"},  # a public list
    "closings.ImportRow": {"cells", "corrections", "problems"},
    "closings.Revision": {"changes", "source_text"},  # public fields
    "closings.Determination": {"together", "service_method"},  # numbers; who was served, how and when
    "complaints.Complaint": {"work_site"},  # an address
    "complaints.Declaration": {"text"},  # the words of the form, the same for all
    "complaints.Determination": {"service_method"},
    "deadlines.Clock": {"finding"},
    "licenses.Application": {"conditions", "service_method"},  # conditions and facts are printed on the certificate
    "licenses.Order": {"service_method"},
    "licenses.RosterUpload": {"columns", "counts", "result"},  # numbers, and which colleague was faster with a row
    "licenses.Term": {"conditions", "facts"},
    "notices.Notice": {"postal", "text", "html"},  # what is sent
}


def test_every_long_text_of_a_case_is_encrypted_or_named_as_clear():
    found = {}
    for app in ("audit", "cases", "closings", "complaints", "deadlines", "documents", "licenses", "notices"):
        for model in apps.get_app_config(app).get_models():
            clear = {
                one.name for one in model._meta.local_concrete_fields
                if isinstance(one, models.TextField | models.JSONField) and not isinstance(one, EncryptedTextField)
            }  # fmt: skip
            if clear:
                found[model._meta.label] = clear
    assert found == CLEAR
