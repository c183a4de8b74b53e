"""Addresses of the rates, the calculators and the feeds; included at the root."""

from django.urls import path

from wagecase.rates import asking, feeds, finding, paper, posters, views

app_name = "rates"
urlpatterns = [
    path("rates/", views.today, name="today"),
    path("rates/find/", finding.find, name="find"),
    path("rates/pdf/", paper.as_pdf, name="pdf"),
    path("rates/proposed/", views.proposed, name="proposed"),
    path("rates/posters/", posters.posters, name="posters"),
    path("rates/posters/<slug:key>/<slug:language>.pdf", posters.poster_pdf, name="poster"),
    path("rates/calculators/", asking.calculators, name="calculators"),
    path("rates/calculators/<slug:name>/", asking.calculator, name="calculator"),
    path("api/rates.json", feeds.as_json, name="json"),
    path("api/rates.csv", feeds.as_csv, name="csv"),
]
