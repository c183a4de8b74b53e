"""Addresses of complaints: public filing, the parties' page, and the staff pages of a case."""
urlpatterns: list = []
