"""Addresses of the demonstration's mailbox; included by the project only in demo mode."""

from django.urls import path

from wagecase.notices import views

app_name = "demo_mail"
urlpatterns = [
    path("", views.mailbox, name="list"),
    path("<int:pk>/", views.message, name="message"),
    path("<int:pk>/html/", views.html_part, name="html"),
    path("<int:pk>/raw/", views.raw, name="raw"),
    path("<int:pk>/attachments/<int:number>/", views.attachment, name="attachment"),
]
