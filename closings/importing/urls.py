"""Addresses of the import."""

from django.urls import path

from closings.importing import staff

urlpatterns = [
    path("", staff.imports, name="closing_imports"),
    path("<int:batch_id>/", staff.batch_page, name="closing_import"),
    path("<int:batch_id>/start/", staff.start, name="closing_import_start"),
    path("<int:batch_id>/restart/", staff.restart, name="closing_import_restart"),
    path("<int:batch_id>/undo/", staff.undo, name="closing_import_undo"),
    path("<int:batch_id>/rows/<int:number>/", staff.row_page, name="closing_import_row"),
]
