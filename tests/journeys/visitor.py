"""A person at a browser who looks at every page reached, and a reader of the PDF files that the person is given."""

import io
import re
from typing import Any

import pypdf

PASSWORD = "four plain words here"
LOOKED_AT: set[tuple[str, int, str]] = set()


class Visitor:
    """Opens pages and presses what stands on them; each page must fit its window and satisfy axe."""

    def __init__(self, page: Any, axe: Any) -> None:
        self.page, self.axe = page, axe

    def open(self, address: str) -> None:
        """Type an address."""
        self.page.goto(address)
        self.look()

    def press(self, name: str | re.Pattern[str], role: str = "button", *, inside: Any = None) -> None:
        """Press a button or link that leads to another page, and look at that page once it is whole."""
        with self.page.expect_navigation(wait_until="load"):
            (inside or self.page).get_by_role(role, name=name).first.click()
        self.look()

    def look(self) -> None:
        """Check the page as it stands; a page that was found in order before, word for word, is not checked again."""
        room = self.page.viewport_size["width"]
        what = (self.page.url, room, self.page.inner_text("body"))
        if what in LOOKED_AT:
            return
        width = self.page.evaluate("document.documentElement.scrollWidth")
        assert width <= room, (width, self.page.url)
        if self.axe:
            assert self.axe(self.page) == [], self.page.url
            LOOKED_AT.add(what)

    def fill(self, values: dict[str, Any]) -> None:
        """Answer fields by their names: text is typed, True ticks a box, a choice is chosen."""
        for name, value in values.items():
            box = self.page.locator(f"main [name={name}]")
            kind = box.first.get_attribute("type")
            if kind == "radio":
                self.page.check(f"main [name={name}][value='{value}']")
            elif kind == "checkbox":
                box.check()
            elif kind == "file":
                box.set_input_files(value)
            else:
                box.fill(value)

    def words(self, of: str = "main") -> str:
        """Return what the page says, in one line."""
        return " ".join(self.page.inner_text(of).split())

    def derivation(self, summary: str = "How we got this date") -> str:
        """Open the explanation of the first date on the page and return its sentences in one line."""
        details = self.page.locator("details", has_text=summary).first
        details.locator("summary").click()
        return " ".join(details.inner_text().split())

    def href(self, name: str | re.Pattern[str]) -> str:
        """Return where the first link of that name leads."""
        return str(self.page.get_by_role("link", name=name).first.get_attribute("href"))

    def fetch(self, address: str) -> bytes:
        """Return the file at the address, as this person is given it."""
        response = self.page.request.get(address)
        assert response.status == 200, (response.status, address)
        return response.body()

    def sign_in(self, key: str, *, then: str) -> None:
        """Ask for a staff page, sign in through the sign-in page, and stand on the page asked for."""
        self.page.context.clear_cookies()
        self.open(then)
        assert "/accounts/login/" in self.page.url
        self.fill({"login": f"{key}@example.org", "password": PASSWORD})
        self.press("Sign in")
        self.fill({"code": self.words(".usa-alert .wc-number")})  # the demonstration shows what the phone would
        self.press("Sign in")
        assert self.page.url.endswith(then), self.page.url

    def follow_mail(self, to: str, subject: str | re.Pattern[str], button: str) -> str:
        """Find a message in the demonstration's mailbox, press its button, and return what the message said."""
        self.open(f"/demo/mail/?to={to}")
        self.press(subject, "link")
        said = self.words("pre")
        self.press(button, "link", inside=self.page.frame_locator("iframe"))
        return said


class Pdf:
    """A PDF file as a person and a screen reader get it."""

    def __init__(self, data: bytes) -> None:
        assert data.startswith(b"%PDF-"), data[:40]
        self.data = data
        self.reader = pypdf.PdfReader(io.BytesIO(data))
        self.root = self.reader.trailer["/Root"]
        self.words = " ".join(" ".join(page.extract_text() for page in self.reader.pages).split())

    @property
    def language(self) -> str:
        """The language that the file names."""
        return str(self.root["/Lang"])

    def tags(self) -> list[str]:
        """Return the names of all tags of the structure, in reading order."""
        found: list[str] = []

        def walk(node: Any) -> None:
            node = node.get_object() if hasattr(node, "get_object") else node
            if isinstance(node, list):
                for child in node:
                    walk(child)
            elif isinstance(node, dict):
                if "/S" in node:
                    found.append(str(node["/S"]))
                walk(node.get("/K", []))

        walk(self.root["/StructTreeRoot"])
        return found
