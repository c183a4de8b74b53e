"""An old list for the demonstration: three hundred invented notices in the layout of the Wisconsin list, imported as real ones.

Names of employers are invented and say so; only the towns exist.
"""

from __future__ import annotations

import csv
import io
from datetime import date, datetime
from typing import Final

from closings.importing import batches
from closings.importing.models import ImportBatch
from wagecase.cases import jobs
from wagecase.lifecycle import Actor
from wagecase.rules import calendar

NAME: Final = "demonstration-list.csv"
HEADS: Final = (
    "Company", "City", "Affected Workers", "Notice Received", "Notice Type", "Layoff Begin Date", "NAICS Description",
    "County", "Workforce Development Area",
)  # fmt: skip
FIRST_WORDS: Final = (
    "Invented", "Made-Up", "Placeholder", "Pretend", "Fictional", "Sample", "Imaginary", "Nonesuch", "Makebelieve",
    "Specimen",
)  # fmt: skip
TRADES: Final = (
    ("Bakery", "Commercial Bakeries"), ("Bearings", "Ball and Roller Bearings"), ("Bindery", "Book Binding"),
    ("Boats", "Boat Building"), ("Brewery", "Breweries"), ("Call Center", "Telephone Call Centers"),
    ("Cannery", "Fruit and Vegetable Canning"), ("Castings", "Iron Foundries"), ("Cheese", "Cheese Manufacturing"),
    ("Clinics", "Outpatient Care"), ("Cranes", "Overhead Cranes"), ("Dairy", "Fluid Milk"),
    ("Department Store", "Department Stores"), ("Engines", "Engine Equipment"), ("Freight", "General Freight Trucking"),
    ("Furniture", "Wood Furniture"), ("Gloves", "Cut and Sew Apparel"), ("Hotels", "Hotels and Motels"),
    ("Labels", "Commercial Printing"), ("Logistics", "Warehousing and Storage"), ("Paper", "Paper Mills"),
    ("Plastics", "Plastics Products"), ("Pumps", "Pump Manufacturing"), ("Sausage", "Meat Processing"),
    ("Software", "Software Publishers"), ("Staffing", "Temporary Help Services"), ("Tools", "Machine Tools"),
    ("Toys", "Doll, Toy and Game"), ("Trailers", "Truck Trailers"), ("Windows", "Wood Window and Door"),
)  # fmt: skip
PLACES: Final = (
    ("Milwaukee", "Milwaukee", "Milwaukee"), ("Madison", "Dane", "South Central"), ("Green Bay", "Brown", "Bay Area"),
    ("Kenosha", "Kenosha", "Southeast"), ("Racine", "Racine", "Southeast"), ("Appleton", "Outagamie", "Fox Valley"),
    ("Waukesha", "Waukesha", "WOW"), ("Eau Claire", "Eau Claire", "West Central"), ("Oshkosh", "Winnebago", "Fox Valley"),
    ("Janesville", "Rock", "Southwest"), ("La Crosse", "La Crosse", "Western"), ("Sheboygan", "Sheboygan", "Bay Area"),
    ("Wausau", "Marathon", "North Central"), ("Beloit", "Rock", "Southwest"), ("Superior", "Douglas", "Northwest"),
)  # fmt: skip
NOTICES: Final = 300
APART: Final = 7  # days between two notices
HELD: Final = (41, 137)  # notices whose date a person must look at, so that there is something to work off


def written(today: date) -> bytes:
    """Return the list as a file, its newest notice some days before `today`; the same day gives the same bytes."""
    out = io.StringIO(newline="")
    rows = csv.writer(out)
    rows.writerow(HEADS)
    for number in range(NOTICES):
        rows.writerows(_event(number, today))
    return out.getvalue().encode()


def _event(number: int, today: date) -> list[tuple[str, ...]]:
    """Return the rows of one event: its notice and, of some, the updates or the rescission."""
    first, (trade, industry) = FIRST_WORDS[number % 10], TRADES[(number // 10 + number) % 30]
    company = f"{first} {trade} Example {('LLC', 'Inc.', 'Company')[number % 3]}"
    received = calendar.day_after(today, -9 - APART * number)
    workers = 26 + (number * 37) % 190 + (400 if number % 47 == 0 else 0)
    begins = calendar.day_after(received, (60, 64, 75, 91, 27)[number % 5])
    place, county, area = PLACES[(number * 7) % len(PLACES)]
    kind = ("CL", "WR")[number % 4 == 3]
    about = (industry, county, area)
    day = "11/03" if number in HELD else _day(begins)
    rows: list[tuple[str, ...]] = [(company, place, str(workers), _day(received), kind, day, *about)]
    later = _day(calendar.day_after(received, APART))
    if number % 23 == 11:
        rows.append((f"{company} - Revision 1", place, "0", later, "RN", "", *about))
    elif number % 9 == 4:
        rows.append((f"{company} - Revision 1", place, str(workers - 11), later, "AW", day, *about))
    return rows


def _day(day: date) -> str:
    return f"{day.month}/{day.day}/{day.year}"


def bring_in(today: date, *, actor: Actor, at: datetime) -> ImportBatch:
    """Import the list as a coordinator would: look at it, then import what is ready."""
    batch = batches.add_batch(data=written(today), name=NAME, actor=actor, at=at)
    job = batches.import_ready(batch=batch, actor=actor, at=at)
    jobs.work_due(now=at, only=job.pk, worker="demo")
    batch.refresh_from_db()
    return batch
