"""Asks a server as a plain client does."""

import gzip
import json
import urllib.error
import urllib.parse
import urllib.request


def get(url, headers=None):
    """Status, headers and body, unpacked where it came packed."""
    request = urllib.request.Request(url, headers=headers or {})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            status, fields, body = answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        status, fields, body = error.code, error.headers, error.read()
    if fields.get("Content-Encoding") == "gzip":
        body = gzip.decompress(body)
    return status, fields, body


def get_json(url):
    """The JSON document at an address; anything but 200 is an error."""
    status, _, body = get(url, {"Accept": "application/geo+json, application/json"})
    if status != 200:
        raise ValueError(f"{url}: {status} {body[:300]!r}")
    return json.loads(body)


def query(**parameters):
    return urllib.parse.urlencode(parameters)
