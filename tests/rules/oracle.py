"""Count days a second time, straight from the words of the law and one day at a time; shares no code with the rules."""

from datetime import date, datetime, timedelta

ONE = timedelta(days=1)
MONDAY, TUESDAY, THURSDAY, SATURDAY, SUNDAY = 0, 1, 3, 5, 6


def is_legal_holiday(day: date, given: set[date] | None = None) -> bool:
    """995.20, read for one day without looking at any list."""
    if given is not None:
        return day in given
    if _by_itself(day):
        return True
    eve = day - ONE
    return eve.weekday() == SUNDAY and (eve.month, eve.day) in FIXED


FIXED = {(1, 1), (6, 19), (7, 4), (11, 11), (12, 25)}


def _by_itself(day: date) -> bool:
    if (day.month, day.day) in FIXED:
        return True
    turn = (day.day - 1) // 7 + 1  # the how manyeth of its weekday in the month
    if day.weekday() == MONDAY and (day.month, turn) in {(1, 3), (2, 3), (9, 1), (10, 2)}:
        return True
    if day.weekday() == MONDAY and day.month == 5 and (day + 7 * ONE).month == 6:
        return True
    if day.weekday() == THURSDAY and day.month == 11 and turn == 4:
        return True
    if day.year % 2 == 0 and day.weekday() == TUESDAY:
        if day.month == 8 and turn == 2:
            return True
        if day.month == 11 and (day - ONE).month == 11 and (day.day - 2) // 7 == 0:
            return True
    return False


def is_office_day(day: date, given: set[date] | None = None) -> bool:
    if day.month == 12 and day.day in (24, 31):
        return False
    return day.weekday() not in (SATURDAY, SUNDAY) and not is_legal_holiday(day, given)


def period(
    *,
    start: date,
    length: int,
    unit: str = "days",
    direction: str = "forward",
    act: str = "other",
    month_rule: str = "calendar",
    extension_days: int = 0,
    pauses: list[tuple[date, date]] = (),
    holidays: set[date] | None = None,
) -> dict:
    """Return raw_due, legal_due, work_by, roll_reason and skipped of a period that is not in hours."""
    step = ONE if direction == "forward" else -ONE
    day = start
    if unit in ("months", "years") and month_rule == "calendar":
        day = _anniversary(start, length * (12 if unit == "years" else 1), 1 if direction == "forward" else -1)
    else:
        left = length * (30 if unit == "months" else 1)
        while left:
            day += step
            if unit == "working-days" and (day.weekday() in (SATURDAY, SUNDAY) or is_legal_holiday(day, holidays)):
                continue
            if any(first <= day <= last for first, last in pauses):
                continue
            left -= 1
    for _ in range(extension_days):
        day += ONE
    raw, skipped, reason = day, [], ""
    while act != "not-before" and direction == "forward" and (why := _no_last_day(day, act, holidays)):
        reason = reason or why
        skipped.append(day)
        day += ONE
    work_by = None
    if act != "not-before":
        work_by = raw
        while not is_office_day(work_by, holidays):
            work_by -= ONE
    return {"raw_due": raw, "legal_due": day, "work_by": work_by, "roll_reason": reason, "skipped": skipped}


def _no_last_day(day: date, act: str, holidays: set[date] | None) -> str:
    if day.weekday() == SUNDAY:
        return "sunday"
    if is_legal_holiday(day, holidays):
        return "legal-holiday"
    if day.weekday() == SATURDAY and act == "filing":
        return "saturday"
    return ""


def _anniversary(start: date, months: int, sign: int) -> date:
    year, month = start.year, start.month
    for _ in range(months):
        month += sign
        if month == 13:
            year, month = year + 1, 1
        if month == 0:
            year, month = year - 1, 12
    for number in (start.day, 30, 29, 28):
        try:
            if number <= start.day:
                return date(year, month, number)
        except ValueError:
            continue
    raise AssertionError("every month has a 28th")


def wall_end(start: datetime, hours: int, *, working: bool = False) -> datetime:
    """Return the wall time at which hours end, walking minute by minute; `start` is a wall time without zone."""
    now, left = start, hours * 60
    while left:
        day = now.date()
        out = day.weekday() == SUNDAY or is_legal_holiday(day) or (working and day.weekday() == SATURDAY)
        if out:
            now = now.replace(hour=0, minute=0) + ONE
        else:
            now += timedelta(minutes=1)
            left -= 1
    return now
