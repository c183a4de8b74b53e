"""Hold the one time zone in which every legal date is read, whatever zone the machine is set to."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

CENTRAL = ZoneInfo("America/Chicago")


def local_day(instant: datetime) -> date:
    """Return the day on which an aware instant fell in Wisconsin. Raises ValueError without a zone."""
    if instant.tzinfo is None:
        raise ValueError("an instant without a zone has no local day")
    return instant.astimezone(CENTRAL).date()


def local_instant(day: date, hour: int) -> datetime:
    """Return the UTC instant at which the clock in Wisconsin shows the full hour on that day."""
    return datetime.combine(day, time(hour), tzinfo=CENTRAL).astimezone(UTC)


def is_earlier(one: datetime, other: datetime) -> bool:
    """Return whether one instant came first. Two times of one zone compare by the clock on the wall, which in the
    repeated hour of autumn is wrong, so both are turned into UTC."""
    return one.astimezone(UTC) < other.astimezone(UTC)
