"""Round amounts exactly and in one direction each: owed half up, floors up, maxima down (C-6, C-7)."""

from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")
ZERO = Decimal("0.00")

__all__ = [
    "CENT",
    "ZERO",
    "above_zero",
    "divided",
    "divided_up",
    "half_up",
    "nearest",
    "quotient",
    "rounded_down",
    "rounded_up",
    "without_zeros",
]


def half_up(amount: Decimal) -> Decimal:
    """Return dollars rounded half up to the cent: money owed, once, at the end (C-7)."""
    return amount.quantize(CENT, ROUND_HALF_UP) + ZERO  # plus zero takes the minus from a minus zero


def rounded_up(amount: Decimal) -> Decimal:
    """Return dollars rounded up to the next cent: a floor that the law sets (C-7)."""
    return amount.quantize(CENT, ROUND_CEILING) + ZERO


def rounded_down(amount: Decimal) -> Decimal:
    """Return dollars rounded down to the cent: a maximum, which is never exceeded (C-7)."""
    return amount.quantize(CENT, ROUND_FLOOR) + ZERO


def above_zero(amount: Decimal) -> Decimal:
    """Return what is short, in dollars, and nothing instead of a negative shortfall."""
    return max(amount, ZERO)


def quotient(amount: Decimal, parts: Decimal) -> tuple[Decimal, bool]:
    """Return dollars for one of the parts, half up to the cent, and whether it was an exact half cent (C-6).

    The tie is judged by multiplication, so that no digit of the division is lost. Both are not negative.
    """
    share = half_up(amount / parts)
    return share, (share * 2 - CENT) * parts == amount * 2


def nearest(amount: Decimal, step: Decimal, *, parts: int = 1) -> Decimal:
    """Return the multiple of the step, in dollars, nearest to amount / parts; a tie goes up (C-6). Not negative."""
    double = step * parts
    return (amount * 2 + double) // (double * 2) * step + ZERO


def divided(amount: Decimal, parts: Decimal, step: Decimal = CENT) -> Decimal:
    """Return amount / parts to the nearest step, half up, judged by the remainder so that no digit is lost (C-7).

    Both are not negative.
    """
    unit = parts * step
    whole, rest = divmod(amount, unit)
    return (whole + 1 if rest * 2 >= unit else whole) * step + 0 * step


def divided_up(amount: Decimal, parts: Decimal, step: Decimal = CENT) -> Decimal:
    """Return amount / parts up to the next step if anything is left over: a legal floor (C-7). Both not negative."""
    whole, rest = divmod(amount, parts * step)
    return (whole + 1 if rest else whole) * step + 0 * step


def without_zeros(number: Decimal) -> Decimal:
    """Return the number with trailing zeros dropped and without an exponent: 42.5, 9, 100."""
    whole = number.to_integral_value()
    return whole + 0 if whole == number else number.normalize()
