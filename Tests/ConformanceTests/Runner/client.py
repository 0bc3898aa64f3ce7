"""Asks a server over HTTP/1.1 and keeps its answers."""

import gzip
import http.client
import json
import urllib.parse

from checklist import Failure

JSON_TYPES = "application/json, application/geo+json;q=0.9"


class Answer:
    """Status, headers and unpacked body of one answer."""

    def __init__(self, url, response, body):
        self.url = url
        self.status = response.status
        self.headers = response.headers
        self.version = response.version
        is_packed = response.headers["Content-Encoding"] == "gzip"
        self.body = gzip.decompress(body) if is_packed else body

    @property
    def media_type(self):
        return (self.headers["Content-Type"] or "").split(";")[0].strip().lower()

    @property
    def text(self):
        return self.body.decode("utf-8")

    def must_be(self, *statuses):
        """Fails unless the status is one of `statuses`; answers itself."""
        if self.status not in statuses:
            wanted = " or ".join(map(str, statuses))
            raise Failure(f"{self.url}: status {self.status}, not {wanted}: {self.body[:200]!r}")
        return self

    def json(self):
        """The document of an answer that must be 200 and JSON."""
        self.must_be(200)
        if "json" not in self.media_type:
            raise Failure(f"{self.url}: {self.media_type or 'no type'}, not JSON")
        try:
            return json.loads(self.body)
        except ValueError as error:
            raise Failure(f"{self.url}: not JSON: {error}") from error


class Client:
    """One connection to one server; answers to equal requests are asked for once."""

    def __init__(self, base, token=None):
        self.base = base.rstrip("/")
        self.requests = 0
        self._token = token
        self._kept = {}
        self._connections = {}

    def post(self, target, document, headers):
        """The answer to a document that is sent, which nobody keeps."""
        return self._ask(
            self.absolute(target), None, "POST",
            body=json.dumps(document).encode(),
            more={"Content-Type": "application/json", **headers})

    def get(self, target, accept=None, method="GET", fresh=False):
        """The answer at an address or a path below the base; redirects are followed."""
        url = self.absolute(target)
        key = (method, url, accept)
        if fresh or key not in self._kept:
            self._kept[key] = self._ask(url, accept, method)
        return self._kept[key]

    def absolute(self, target):
        if target.startswith("/"):
            return self.base + target
        return urllib.parse.urljoin(self.base + "/", target)

    def _ask(self, url, accept, method, redirects=5, body=None, more=None):
        parts = urllib.parse.urlsplit(url)
        target = urllib.parse.quote(parts.path or "/", safe="/%:@!$&'()*+,;=~")
        if parts.query:
            target += "?" + urllib.parse.quote(parts.query, safe="/%:@!$&'()*+,;=?~")
        headers = {"Accept": accept or JSON_TYPES, **(more or {})}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        response, content = self._send(parts, method, target, headers, body)
        location = response.headers["Location"]
        if response.status in (301, 302, 303, 307, 308) and location and redirects:
            return self._ask(urllib.parse.urljoin(url, location), accept, method, redirects - 1)
        return Answer(url, response, content)

    def _send(self, parts, method, target, headers, body=None):
        for attempt in (1, 2):
            connection = self._connections.get(parts.netloc)
            if connection is None:
                kinds = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
                connection = kinds[parts.scheme](parts.netloc, timeout=60)
                self._connections[parts.netloc] = connection
            try:
                self.requests += 1
                connection.request(method, target, body=body, headers=headers)
                response = connection.getresponse()
                return response, response.read()
            except (http.client.HTTPException, ConnectionError) as error:
                # A kept connection may have been closed since its last use.
                connection.close()
                del self._connections[parts.netloc]
                if attempt == 2:
                    raise Failure(f"{method} {target}: {error!r}") from error
        raise AssertionError("unreachable")
