"""The check page: number, code and a day give the status of a license; a wrong pair gives one answer for all."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from licenses import checking
from licenses.forms.checking import CheckForm
from licenses.models import License
from wagecase.cases.views.party import number_of
from wagecase.web import throttles

WINDOW_SECONDS = 600
FOR_ONE_PLACE, FOR_ONE_NUMBER = 20, 30  # wrong pairs in ten minutes
PLACE, NUMBER = "license-check", "license-check-number"


@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest) -> HttpResponse:
    """Ask for number, code and day; the square code of a certificate fills them in, and a press of the button asks."""
    request.private_page = True  # type: ignore[attr-defined]
    today = timezone.localdate()
    if request.method != "POST":
        given = {name: request.GET.get(name, "")[:40].replace("\0", "") for name in ("number", "code")}
        form = CheckForm(initial={**given, "on": today})
        return render(request, "licenses/public/check.html", {"form": form, "filled": all(given.values())})
    form = CheckForm(request.POST)
    if not form.is_valid():
        return render(request, "licenses/public/check.html", {"form": form}, status=422)
    found = _try(request, number=form.cleaned_data["number"], code=form.cleaned_data["code"])
    if isinstance(found, str):
        form.add_error(None, found)
        return render(request, "licenses/public/check.html", {"form": form}, status=422)
    answer = checking.answer(found, on=form.cleaned_data["on"], language=(get_language() or "en")[:2])
    return render(request, "licenses/public/answer.html", {"answer": answer, "today": today})


def _try(request: HttpRequest, *, number: str, code: str) -> License | str:
    """Return the license, or the words of the refusal. Right pairs are not counted, too many wrong ones refused unseen."""
    tries = ((PLACE, throttles.place_of(request), FOR_ONE_PLACE), (NUMBER, number_of(number), FOR_ONE_NUMBER))
    over = [throttles.too_many(what=what, whom=whom, most=most, seconds=WINDOW_SECONDS) for what, whom, most in tries]
    if any(over):
        return _("There were too many tries. Wait ten minutes, or call us.")
    license = checking.found(number, code)
    if license is None:
        return _("No license fits this number and code. Check both and try again, or call us.")
    for what, whom, _most in tries:
        throttles.take_back(what=what, whom=whom)
    return license
