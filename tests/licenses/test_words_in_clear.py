"""What may name a worker and is encrypted where it was written stands in clear in no other column either."""

import pytest
from django.db import connection

from licenses.facts import FactLine
from licenses.models import Application
from licenses.review import asking, deciding
from tests.factories import at, file_online
from tests.licenses import applications, review
from wagecase.audit.chain import verify
from wagecase.audit.models import EventDetail
from wagecase.cases.models import Case
from wagecase.documents.models import Document
from wagecase.documents.services import plain_text
from wagecase.encryption import decrypt_columns, encrypt_columns

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "media")]
MONDAY, LATER = "2026-03-02 10:00", "2026-03-24 09:00"
CANARY = "Wanda Worker Example"


def columns_with(words):
    """Return the columns of the whole database in which the words stand in clear."""
    found = set()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f"SELECT * FROM {table}")
            names = [column[0] for column in cursor.description]
            found |= {
                f"{table}.{names[n]}" for row in cursor.fetchall() for n, one in enumerate(row) if words in str(one)
            }
    return found


def test_the_words_of_a_question_a_notice_a_return_and_a_denial_stand_in_clear_nowhere(clock):
    fact = FactLine("new1", f"The rate of {CANARY} was not reviewed.", "DWD 272.09 (8) (j) 3.")
    case = applications.noticed(applications.renewal(MONDAY), MONDAY, (fact,))
    lin, sue = review.specialist(), review.supervisor()
    case = asking.request_information(
        case, questions=f"Who measured {CANARY}?", asked_by=lin, actor=lin.actor, at=at(MONDAY), expected_version=case.version
    )  # fmt: skip
    clock.set(LATER)
    case = review.checked(Case.objects.get(pk=case.pk), at(LATER))

    def recommended(case):
        denying = review.denying(f"{CANARY} was paid too little.", findings=applications.found_on(case, "stands"))
        return review.recommend(case, denying, at(LATER))

    case = recommended(case)
    case = deciding.return_recommendation(
        case, reason=f"Say more of {CANARY}.", actor=sue.actor, at=at(LATER), expected_version=case.version
    )
    assert Application.objects.get(pk=case.pk).returned_reason == f"Say more of {CANARY}."
    case = review.decide(recommended(case), "deny", at(LATER))
    letters = [plain_text(one) for one in case.documents.all()]
    assert sum(CANARY in one for one in letters) >= 3, "the letters do hold the words"
    assert columns_with(CANARY) == set()
    assert verify().fault == ""


def raw(table, column):
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {column} FROM {table} WHERE {column} <> '' ORDER BY id")
        return [row[0] for row in cursor.fetchall()]


def test_what_stood_in_clear_before_is_encrypted_once_and_reads_and_proves_the_same(clock):
    file_online()
    review.recommended(at(MONDAY))
    letters, told = (
        list(Document.objects.values_list("html", flat=True)),
        list(EventDetail.objects.values_list("after")),
    )
    decrypt_columns(Document, "html")
    decrypt_columns(EventDetail, "before", "after")
    assert all("<body>" in text for text in raw("documents_document", "html"))
    assert "in_review" in raw("audit_eventdetail", "after")
    for _again in range(2):
        encrypt_columns(Document, "html")
        encrypt_columns(EventDetail, "before", "after")
        tokens = [*raw("documents_document", "html"), *raw("audit_eventdetail", "after")]
        assert all(text.startswith("gAAAAA") for text in tokens)
        assert list(Document.objects.values_list("html", flat=True)) == letters
        assert list(EventDetail.objects.values_list("after")) == told
        assert verify().fault == ""
