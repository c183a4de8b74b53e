"""What the answers of a draft come to as the content of an application.

Answers of a branch that was left (a survey after "own workers" was chosen) stay in the draft and are no part of the content.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from licenses.content import (
    ALTERNATE,
    OWN,
    PIECE,
    PUBLIC,
    SURVEY,
    Address,
    ApplicationContent,
    EmployerFacts,
    FilingFacts,
    JobFacts,
    SiteFacts,
    WageSource,
)
from licenses.drafting.sections import JOBS, SITES
from licenses.drafting.whole import Whole

SPLITS = {"work-center": "split_work_center", "residential": "split_residential", "school": "split_school",
          "business": "split_business"}  # fmt: skip
PARTS = ("street", "city", "state", "zip_code", "county")


def content(whole: Whole) -> ApplicationContent:
    """Return what a draft says so far, without its workers and without a signature."""
    services = whole.section("services").checked
    return ApplicationContent(
        employer=employer(whole),
        filing=_filing({**whole.section("filing").checked, **_fixed(whole)}, whole.section("totals").checked),
        sites=_sites(whole), jobs=jobs(whole),
        services_verified=services.get("services_verified", ""),
        services_words=services.get("services_words", "") if services.get("services_verified") == "no" else "",
        answered_on=_answered(whole),
    )  # fmt: skip


def work(whole: Whole) -> ApplicationContent:
    """Return the places and jobs alone."""
    return ApplicationContent(sites=_sites(whole), jobs=jobs(whole))


def jobs(whole: Whole) -> tuple[JobFacts, ...]:
    """Return the jobs, by which alone a worker's wage is judged."""
    return tuple(_job(whole, line.key, line.checked) for line in whole.rows(JOBS))


def _sites(whole: Whole) -> tuple[SiteFacts, ...]:
    return tuple(_site(line.key, line.checked) for line in whole.rows(SITES))


def _answered(whole: Whole) -> dict[str, str]:
    found = {name: one.saved_at for name, one in whole.kept.items() if not name.startswith("_")}
    for name, rows in whole.lists.items():
        for row in rows:
            found[name] = max(found.get(name, row.saved_at), row.saved_at)
    return {name: timezone.localdate(at).isoformat() for name, at in found.items()}


def _fixed(whole: Whole) -> dict[str, str]:
    """Return what a renewal does not ask: its kind is that of the license."""
    return {"license_kind": whole.draft.about.license.kind} if whole.renewal and whole.draft.about else {}


def _filing(said: Mapping[str, Any], totals: Mapping[str, Any]) -> FilingFacts:
    names = ("license_kind", "contact_name", "contact_title", "contact_phone", "contact_email", "second_name",
             "second_phone", "second_email")  # fmt: skip
    previous = tuple(said.get("previous", ()))
    return FilingFacts(
        **{name: said.get(name) or "" for name in names},
        coverage=said.get("coverage") or "whole",
        departments=said.get("departments", "") if said.get("coverage") == "departments" else "",
        previous=previous, previous_words=said.get("previous_words", "") if previous else "",
        start_on=said.get("start_on"), expected_workers=totals.get("expected_workers"),
        quarter_end=totals.get("quarter_end"), quarter_workers=totals.get("quarter_workers"),
        quarter_split={code: totals[name] for code, name in SPLITS.items() if totals.get(name) is not None},
        total_reason=totals.get("total_reason", ""),
    )  # fmt: skip


def employer(whole: Whole) -> EmployerFacts:
    """Return who applies."""
    said = whole.section("employer").checked
    names = ("legal_name", "trade_name", "prior_name", "fein", "ssn", "status", "educational_agency", "primarily_disabled",
             "federal_certificate", "service_contracts", "representative_payee", "facility_credit")  # fmt: skip
    parent, federal = bool(said.get("parent_name")), said.get("federal_certificate") == "yes"
    return EmployerFacts(
        **{name: said.get(name) or "" for name in names},
        physical=_address(said, "physical"),
        mailing=_address(said, "mailing") if said.get("mailing_same") == "no" else None,
        parent_name=said.get("parent_name", ""), parent_trade_name=said.get("parent_trade_name", "") if parent else "",
        parent_address=_address(said, "parent") if parent else None,
        mail_to_parent=parent and said.get("mail_to_parent") == "yes",
        status_words=said.get("status_words", "") if said.get("status") == "other" else "",
        establishments=tuple(said.get("establishments", ())),
        federal_number=said.get("federal_number", "") if federal else "",
        federal_expires_on=said.get("federal_expires_on") if federal else None,
        service_contract_count=said.get("service_contract_count") if said.get("service_contracts") == "yes" else None,
        payee_count=said.get("payee_count") if said.get("representative_payee") == "yes" else None,
        credits=tuple(said.get("credits", ())) if said.get("facility_credit") == "yes" else (),
    )  # fmt: skip


def _address(said: Mapping[str, Any], prefix: str) -> Address:
    before = f"{prefix}_" if prefix else ""
    return Address(**{part: said.get(f"{before}{part}") or "" for part in PARTS})


def _site(key: str, said: Mapping[str, Any]) -> SiteFacts:
    return SiteFacts(
        key, said.get("kind") or "", _one_line(said.get("name", "")), _address(said, ""),
        said.get("public_contract") or "", said.get("workers"),
    )  # fmt: skip


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _job(whole: Whole, key: str, said: Mapping[str, Any]) -> JobFacts:
    line = whole.measure(key)
    measured = line.checked if line else {}
    method, basis = said.get("method") or "", said.get("pay_basis") or ""
    stated, similar = method in {ALTERNATE, PUBLIC}, said.get("similar_own") or ""
    why_not_own = said.get("own_reason", "") if method and method != OWN and similar != "yes" else ""
    survey, piece = method == SURVEY, basis == PIECE
    names = ("source_name", "source_code", "source_level", "survey_reason")
    return JobFacts(
        key=key, name=_one_line(said.get("name", "")), tasks=said.get("tasks", ""), workers=said.get("workers"),
        pay_basis=basis, similar_own=similar, method=method, own_reason=why_not_own,
        own_wage=said.get("own_wage") if method == OWN else None,
        sources=tuple(_source(one.checked) for one in whole.sources(key)) if survey else (),
        averaging=(said.get("averaging") or "straight") if survey else "straight",
        similar_firms=said.get("similar_firms") if survey else None, few_reason=said.get("few_reason", "") if survey else "",
        **{name: (said.get(name) or "") if stated else "" for name in names},
        source_wage=said.get("source_wage") if stated else None, source_on=said.get("source_on") if stated else None,
        found_on=said.get("found_on"), measured_by=measured.get("measured_by") or "",
        reviewed_months=None if piece else measured.get("reviewed_months"),
        units_measured=measured.get("units_measured") if piece else None,
        allowance_minutes=measured.get("allowance_minutes") if piece else None,
        nearby_piece_rate=measured.get("nearby_piece_rate") if piece else None,
    )  # fmt: skip


def _source(said: Mapping[str, Any]) -> WageSource:
    names = ("firm", "address", "phone", "person", "work", "not_entry")
    return WageSource(
        **{name: said.get(name, "") for name in names}, title=said.get("title_of_person", ""),
        asked_on=said.get("asked_on"), wage=said.get("wage"), workers=said.get("workers"),
    )  # fmt: skip
