"""The invented people, employers and stories of the demonstration; every name is made up and says so."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

EMPLOYERS = (
    ("Made-Up Bakery Cooperative", "Crumb & Co.", "410 Sample Street", "Madison, WI 53700", "payroll@madeup-bakery.example.com"),
    ("Pretend Poultry Processing LLC", "", "2200 Invented Road", "Arcadia, WI 54612", ""),
    ("Example Cleaning Services, Inc.", "Sparkle Sample", "18 Placeholder Avenue", "Milwaukee, WI 53200", "office@sample-cleaning.example.com"),
    ("Fictional Farms Partnership", "", "N4321 Nowhere Lane", "Dodgeville, WI 53533", ""),
    ("Imaginary Inn and Suites", "", "77 Mockup Drive", "Wisconsin Dells, WI 53965", "manager@imaginary-inn.example.com"),
    ("Sample Home Care Agency", "", "905 Test Boulevard", "La Crosse, WI 54601", "hr@sample-homecare.example.com"),
    ("Dummy Distribution Center", "DDC", "5000 Warehouse Example Way", "Kenosha, WI 53140", ""),
    ("Notional Noodles", "", "12 Draft Court", "Eau Claire, WI 54701", "owner@notional-noodles.example.com"),
    ("Hypothetical Hardware Stores", "", "631 Proxy Street", "Green Bay, WI 54301", "people@hypothetical-hardware.example.com"),
    ("Trial Run Car Wash", "", "8 Rehearsal Road", "Wausau, WI 54401", ""),
)  # fmt: skip

STAFF = (
    ("ana.ruiz@example.org", "Ana Ruiz Example", _("Investigator"), "investigator", "Madison"),
    ("ben.olsen@example.org", "Ben Olsen Sample", _("Investigator"), "investigator", "Milwaukee"),
    ("chue.vang@example.org", "Chue Vang Placeholder", _("Senior investigator"), "investigator", "Eau Claire"),
    ("hana.lind@example.org", "Hana Lind Example", _("License specialist"), "specialist", "Madison"),
    ("gus.weber@example.org", "Gus Weber Example", _("Closings coordinator"), "coordinator", "Madison"),
    ("dora.klein@example.org", "Dora Klein Example", _("Section supervisor"), "supervisor", "Madison"),
    ("eli.brook@example.org", "Eli Brook Sample", _("Deputy supervisor"), "supervisor", "Milwaukee"),
    ("fay.admin@example.org", "Fay Admin Example", "System administrator", "administrator", "Madison"),
)


@dataclass(frozen=True)
class Scene:
    """One story: who complains of which employer, how long ago (days), by which way in, and how far it has come."""

    days_ago: int
    name: str
    employer: int
    occupation: str
    wage: str
    statement: str
    target: str
    hour: int = 10
    minute: int = 0
    way: str = "online"  # online, for_paper, paper, phone
    language: str = "en"
    email: bool = True
    disclosure: str = "yes"
    scope: str = "self"
    employees: str = ""
    cause: bool = True
    kind: str = "living_wage"
    keyed_after: int = 0


RENT = "After rent and the bus I cannot buy enough food for two children by the end of the month."
HEAT = "The pay does not cover rent and heat. I had to choose between the electric bill and my medicine."
TWO = "I work two shifts and still sleep in my cousin's living room because no room costs what I can pay."
CAR = "The work is 14 miles from town with no bus. Gas and repairs take a third of the pay."
ES = "Después de pagar la renta no me alcanza para la comida de mis hijos ni para ir al médico."
CLASS = "None of the people on this shift can live on this wage. Most of them share rooms or use the food pantry."

SCENES = (
    Scene(58, "Wilma Worker Example", 0, "Baker", "$8.10 an hour", RENT, "closed", 9, 12),
    Scene(55, "Peter Placeholder", 1, "Line worker, deboning", "$8.75 an hour", HEAT, "closed", 14, 40, cause=False),
    Scene(52, "Marta Muestra", 2, "Night cleaner", "$9.00 an hour", ES, "closed", 20, 30, language="es"),
    Scene(47, "Sam Sample", 3, "Milker", "$450 a week", CAR, "closed", 7, 5, way="paper", email=False, keyed_after=2),
    Scene(44, "Irene Invented", 4, "Room attendant", "$8.25 an hour", RENT, "withdrawn", 11, 20),
    Scene(41, "Oscar Nobody Example", 6, "Forklift driver", "$15.50 an hour", CAR, "dismissed", 16, 55),
    Scene(39, "Tina Testperson", 5, "Home health aide", "$9.25 an hour", HEAT, "reopened", 8, 31),
    Scene(33, "Advocates Example Fund", 1, "All sanitation workers, night shift", "$8.75 an hour", CLASS, "served", 13,
          25, scope="class", employees="All night-shift sanitation workers at the Arcadia plant"),
    Scene(31, "Hector Hipotético", 7, "Dishwasher", "$7.25 an hour", ES, "served", 19, 45, language="es"),
    Scene(27, "Norma Notreal", 2, "Window cleaner", "$8.60 an hour", TWO, "countersigned", 10, 10, email=False,
          way="paper", keyed_after=1),
    Scene(25, "Frank Fictional", 8, "Cashier", "$9.40 an hour", RENT, "investigating", 12, 3),
    Scene(23, "Carla Concept", 9, "Car washer", "$60 a day", CAR, "assigned", 15, 48, disclosure="no"),
    Scene(21, "Dario Demostración", 0, "Pan washer", "$7.50 an hour", ES, "drafted", 9, 58, language="es"),
    Scene(19, "Gina Generic", 4, "Front desk clerk", "$9.75 an hour", HEAT, "drafted", 17, 22),
    Scene(18, "Lou Lorem", 6, "Package sorter", "$10.00 an hour", TWO, "investigating", 6, 44),
    Scene(16, "Mina Mockup", 5, "Personal care worker", "$9.10 an hour", RENT, "investigating", 21, 17,
          disclosure="ask"),
    Scene(14, "Ned Notional", 7, "Prep cook", "$8.00 an hour", CAR, "investigating", 13, 9),
    Scene(12, "Olga Only-a-Test", 3, "Greenhouse worker", "$8.00 an hour", HEAT, "withdrawal_requested", 10, 35),
    Scene(11, "Quentin Query", 8, "Stocker", "$9.20 an hour", TWO, "assigned", 18, 2),
    Scene(9, "Rosa Relleno", 1, "Packer", "$8.75 an hour", ES, "assigned", 12, 50, language="es"),
    Scene(8, "Steve Standin", 9, "Detailer", "$8.00 an hour and tips", RENT, "unverified", 14, 15, way="for_paper"),
    Scene(6, "Uma Unreal", 2, "Day porter", "$8.85 an hour", HEAT, "unverified", 9, 20, way="phone", email=False),
    Scene(5, "Victor Virtual", 6, "Loader", "$9.90 an hour", CAR, "docketed", 16, 38),
    Scene(3, "Yara Yet-to-Exist", 4, "Laundry worker", "$8.15 an hour", TWO, "docketed", 20, 30),
    Scene(2, "Zed Zero Example", 0, "Counter clerk", "$7.75 an hour", RENT, "received", 8, 47),
    Scene(1, "Xenia Example", 5, "Overnight companion", "$75 a night", HEAT, "received", 22, 6, disclosure="no"),
    Scene(20, "Bea Bogus", 7, "Server", "$2.33 an hour and tips", "My last two paychecks were never paid.", "answered",
          11, 40, kind="unpaid_wages"),
    Scene(4, "Cal Counterfeit", 9, "Car washer", "$60 a day", "Four days in this month were not paid.", "received",
          10, 25, kind="unpaid_wages"),
)  # fmt: skip
