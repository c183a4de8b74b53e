"""The refusals that every layer may raise and that views turn into pages, in one place so nobody invents another."""


class TransitionNotAllowed(Exception):
    """The act is not lawful in the case's present state; `message` is the sentence the person sees (409)."""

    def __init__(self, message: str, *, transition: str = "", state: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.transition = transition
        self.state = state


class NotPermitted(Exception):
    """The actor's role may not do this, ever (403); `message` names the rule."""

    def __init__(self, message: str, *, transition: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.transition = transition


class StaleVersion(TransitionNotAllowed):
    """Somebody changed the case after the page was drawn (409); the typed text must be shown back."""


class StoredFileDamaged(ValueError):
    """The bytes kept of a document or file are gone or are not those that were kept (404); staff have been asked to look."""


class StorageUnavailable(OSError):
    """Files cannot be written or read now: disk full, no right, not mounted (503); nothing half written is left."""


class AlreadyDone(Exception):
    """The same form was sent before; `location` is where its first answer stands."""

    def __init__(self, location: str) -> None:
        super().__init__(location)
        self.location = location


class DraftFiled(AlreadyDone):
    """The draft became a case meanwhile; `location` is the number of that case, and no address."""


class KeyReused(Exception):
    """A form key was sent again with other content (422); `location` is the first answer."""

    def __init__(self, location: str) -> None:
        super().__init__(location)
        self.location = location


class RatesUnavailable(LookupError):
    """No rate schedule is loaded, or stored rows are not those that were published (503): no amount may be shown."""
