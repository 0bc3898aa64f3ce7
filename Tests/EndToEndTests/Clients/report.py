"""Gathers what a client finds, and ends the program by it."""

import sys
import time


class Report:
    """Counts checks; failures are printed and make the exit status 1."""

    def __init__(self):
        self.checks = 0
        self.failures = []

    def check(self, holds, words):
        """Notes `words` unless `holds`; answers `holds`."""
        self.checks += 1
        if not holds:
            self.failures.append(str(words))
        return bool(holds)

    def equal(self, got, wanted, words):
        """Notes a difference."""
        return self.check(got == wanted, f"{words}: {got!r}, not {wanted!r}")

    def finish(self):
        """Ends the program; nothing checked is a failure too."""
        if not self.checks:
            self.failures.append("nothing was checked")
        for failure in self.failures[:20]:
            print(failure)
        print(f"{self.checks} checks, {len(self.failures)} failures, {time.process_time():.1f} s")
        sys.exit(1 if self.failures else 0)
