"""Words for the stored values of a complaint, so that no screen ever shows a raw one."""

from __future__ import annotations

from complaints.forms.acts import GROUNDS
from complaints.models import Complaint
from wagecase.cases.timeline import Words

CHANNELS = {"online": "Online", "paper": "On paper", "phone": "By phone"}
DISCLOSURE = {"yes": "Yes", "no": "No", "ask": "Ask first", "": "Not answered"}
LANGUAGES = {"en": "English", "es": "Spanish"}
GROUND_WORDS = {**dict(GROUNDS), "withdrawn": "Withdrawn"}
OPERATING = {"yes": "Yes", "sold": "It was sold", "closed": "Closed or bankrupt", "unknown": "Not known"}
PAID = {
    "hour": "by the hour", "day": "by the day", "week": "by the week", "month": "by the month", "piece": "by the piece",
    "tips": "in tips", "other": "in another way", "unknown": "how it is paid is not known",
}  # fmt: skip

TIMELINE = Words(
    labels={
        "jurisdiction": "Jurisdiction", "stamped_on": "Stamped", "keyed_on": "Keyed", "keyed_by": "Keyed by", "employer_served_on": "Employer served",
        "disclosure_reason": "Why the employer is told the name",
        "names_complainant": "Complainant named to the employer", "names_employees": "Employees named to the employer", "service_skipped_reason": "Why without service",
        "employer_answered_on": "Employer answered", "employer_answer": "Employer's answer",
        "withdrawal_reason": "What the complainant said", "ending_ground": "Ground", "ending_reason": "Reasons",
        "reopened_reason": "Why reopened", "returned_reason": "Why returned", "answer": "Answer", "determination_withheld": "Why the employer does not get the determination",
        "service_method": "How it was served", "signed_knowing": "Signed knowing that", "withdrawn_from": "Stood before the withdrawal",
    },
    values={
        "names_complainant": {"True": "Yes", "False": "No"},
        "names_employees": {"True": "Yes", "False": "No"},
        "ending_ground": GROUND_WORDS,
        "verification": {str(value): str(label) for value, label in Complaint.Verification.choices},
    },
)  # fmt: skip
