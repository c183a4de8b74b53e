"""What may name a worker stands encrypted in the database: a copied database without its keys tells of nobody."""

import pytest
from django.db import connection

from tests.factories import at
from tests.licenses import applications, proceeding, review

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]
NOW = at("2026-03-02 09:00")


def as_stored(table):
    """Return the whole table as the database holds it, in one text."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table}")
        return "\n".join(str(row) for row in cursor.fetchall())


def test_a_recommendation_and_the_evidence_of_the_checklist_are_encrypted():
    case = review.recommend(review.checked(review.in_review(NOW), NOW), review.denying("Worker W-002 got $2.00."), NOW)
    assert case.application.recommendation == "Worker W-002 got $2.00."
    assert "W-002" not in as_stored("licenses_application")
    assert case.application.review.first().evidence == "As the application says"
    assert "As the application says" not in as_stored("licenses_reviewitem")


def test_questions_to_the_applicant_and_their_answer_are_encrypted(clock):
    case = review.in_review(NOW)
    clock.set(applications.ACT)
    case = applications.act(case, "request_information", "specialist")
    applications.act(case, "answer_request", "employer")
    (asked,) = case.application.requests.all()
    assert (asked.questions, asked.answer) == ("Which firms?", "Three firms.")
    stored = as_stored("licenses_informationrequest")
    assert "Which firms?" not in stored
    assert "Three firms." not in stored


def test_the_reasons_of_an_order_are_encrypted(clock):
    case = proceeding.drafted(clock)
    (order,) = case.license_orders.all()
    assert order.reasons
    assert order.reasons.split("\n")[0] not in as_stored("licenses_order")
