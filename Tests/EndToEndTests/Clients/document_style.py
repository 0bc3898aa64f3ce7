"""Checks spelling and style of English documents, and words against the glossary: document_style.py REPOSITORY

codespell and proselint read the prose: code, links' targets and tables' rules are left out. The
column "not" of docs/guide/glossary.md names words that no document or message uses for the term.
"""

import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1])
# House style: straight quotes, no accents in plain words; and what it takes for something else.
ACCEPTED = {
    "typography.symbols.curly_quotes", "typography.diacritical_marks", "uncomparables",
    "social_awareness.lgbtq.offensive",  # a dyke is a dyke
}
CODE = re.compile(r"`[^`]*`|\]\([^)]*\)|<[^>]*>|https?://\S+|^#.*")


def prose(text):
    """The text without code, addresses and HTML, line by line as it was."""
    lines, fenced = [], False
    names = itertools.count()
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
            line = ""
        line = "" if fenced else CODE.sub(lambda _: f"c{next(names)}", line)
        lines.append(line)
    return "\n".join(lines) + "\n"


def documents():
    for path in sorted(ROOT.glob("*.md")) + sorted(
            path for folder in ("docs", "Examples", "Layers", "Models") for path in (ROOT / folder).rglob("*.md")):
        yield path


def glossary():
    """Each term's words that are not used for it, in both languages."""
    for line in (ROOT / "docs/guide/glossary.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4 and cells[3] and cells[0] != "term" and cells[3] not in ("–", "not") and cells[3].strip("-"):
            for word in re.split(r"[,、]\s*", cells[3]):
                yield cells[0], word


def misuses(text, words):
    for term, word in words:
        pattern = rf"\b{re.escape(word)}s?\b" if word.isascii() else re.escape(word)
        for found in re.finditer(pattern, text, re.IGNORECASE):
            yield text.count("\n", 0, found.start()) + 1, word, term


def main():
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        english = [str(path.relative_to(ROOT)) for path in documents()
                   if not path.name.endswith(".zh.md")]
        for name in english:
            copy = pathlib.Path(folder) / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(prose((ROOT / name).read_text()))

        def said(module, *options):
            return subprocess.run([sys.executable, "-m", module, *options, *english], cwd=folder,
                                  capture_output=True, text=True).stdout

        faults += said("codespell_lib").splitlines()
        for name, answer in json.loads(said("proselint", "check", "-o", "json"))["result"].items():
            path = name.removeprefix(f"file://{folder}/")
            faults += [f"{path}:{fault['pos'][0]}: {fault['check_path']}: {fault['message']}"
                       for fault in answer.get("diagnostics", [])
                       if fault["check_path"] not in ACCEPTED]
    words = list(glossary())
    for path in list(documents()) + [ROOT / "Sources/Messages/zh.po",
                                     ROOT / "Sources/Server/Pages/map-words.js"]:
        if path.name == "glossary.md":
            continue
        for line, word, term in misuses(prose(path.read_text()), words):
            faults.append(f"{path.relative_to(ROOT)}:{line}: {word}: the glossary has {term}")
    print("\n".join(faults))
    sys.exit(bool(faults))


main()
