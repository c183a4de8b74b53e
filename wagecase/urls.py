"""Every address of the site; the kinds of case bring their own."""

from django.conf import settings
from django.urls import include, path

handler400 = "wagecase.web.views.handler400"
handler403 = "wagecase.web.views.handler403"
handler404 = "wagecase.web.views.handler404"
handler500 = "wagecase.web.views.handler500"

urlpatterns = [
    path("", include("wagecase.web.urls")),
    path("", include("wagecase.rates.urls")),
    path("accounts/second-factor/", include("allauth.mfa.urls")),
    path("accounts/", include("wagecase.accounts.urls")),
    path("staff/rates/", include("wagecase.rates.workbench.urls")),
    path("staff/", include("wagecase.cases.urls")),
    path("employer/", include("wagecase.cases.employer_urls")),
    path("complaints/", include("complaints.urls")),
    path("closings/", include("closings.urls")),
    path("licenses/", include("licenses.urls")),
]
if settings.DEMO:
    urlpatterns.append(path("demo/mail/", include("wagecase.notices.urls")))
