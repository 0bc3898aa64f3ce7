"""What JSON Schema cannot say of our parameters, said to schemathesis.

Requests that are meant to be right are changed here; wrong ones go out as they were made up, save
texts of a wrong type, which in an address are texts like any other.
"""

import datetime

import schemathesis


def ordered(box):
    """A made-up bbox as one of longitude and latitude: corners in order and on the Earth."""
    half = len(box) // 2
    folded = [
        round(abs(number) % limit, 6)
        for number, limit in zip(box, ([180, 90, 9000][:half]) * 2)
    ]
    low = [min(a, b) for a, b in zip(folded[:half], folded[half:])]
    high = [max(a, b) for a, b in zip(folded[:half], folded[half:])]
    return low + high


def is_interval(text):
    """Whether the dates exist and stand in order."""
    ends = [end for end in text.split("/") if end not in ("", "..")]
    try:
        moments = [datetime.datetime.fromisoformat(end.replace("Z", "+00:00")) for end in ends]
    except ValueError:
        return False
    stamps = [
        moment if moment.tzinfo else moment.replace(tzinfo=datetime.timezone.utc)
        for moment in moments
    ]
    return all(moment.year > 2 for moment in moments) and stamps == sorted(stamps)


def is_number(value):
    """Whether a value for a text is a number, or will be sent as the text of one."""
    try:
        return value is not None and float(value) is not None
    except (TypeError, ValueError):
        return False


def is_of_other_script(value):
    """Whether a value for a text has letters that are looked for, though the pattern names fewer."""
    return isinstance(value, str) and not value.isascii()


@schemathesis.hook
def before_call(context, case, kwargs):
    query = case.query
    if not query or case.meta is None:
        return
    if case.meta.generation.mode.value != "positive":
        if is_number(query.get("q")) or is_of_other_script(query.get("q")):
            # Too short instead.
            query["q"] = "0"
        return
    box = query.get("bbox")
    if isinstance(box, str):
        box = [float(number) for number in box.split(",")]
    if isinstance(box, list) and len(box) in (4, 6):
        query["bbox"] = ",".join(map(str, ordered(box)))
        query.pop("bbox-crs", None)
    if {"datetime", "commit", "to"} & set(query):
        # What a scenario edits was not always there.
        query.pop("scenario", None)
    if "datetime" in query:
        # Both name a state of the city.
        query.pop("commit", None)
        if not is_interval(str(query["datetime"])):
            query["datetime"] = "2025-06-01T00:00:00Z/.."
