"""Addresses of the demonstration's mailbox; included by the project only in demo mode."""

from django.urls import path

from wagecase.notices import views

app_name = "demo_mail"
urlpatterns = [
    path("demo/mail/", views.mailbox, name="list"),
    path("demo/mail/<int:pk>/", views.message, name="message"),
    path("demo/mail/<int:pk>/html/", views.html_part, name="html"),
    path("demo/mail/<int:pk>/raw/", views.raw, name="raw"),
    path("demo/mail/<int:pk>/attachments/<int:number>/", views.attachment, name="attachment"),
]
