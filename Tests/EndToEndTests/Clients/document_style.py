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
        english = {}
        for path in documents():
            if path.name.endswith(".zh.md"):
                continue
            copy = pathlib.Path(folder) / str(path.relative_to(ROOT)).replace("/", "__")
            copy.write_text(prose(path.read_text()))
            english[str(copy)] = path.relative_to(ROOT)
        spelled = subprocess.run([sys.executable, "-m", "codespell_lib", *english], capture_output=True, text=True)
        faults += [line for line in spelled.stdout.splitlines()]
        styled = subprocess.run([sys.executable, "-m", "proselint", "check", "-o", "json", *english],
                                capture_output=True, text=True)
        for name, answer in json.loads(styled.stdout)["result"].items():
            for fault in answer.get("diagnostics", []):
                if fault["check_path"] not in ACCEPTED:
                    faults.append(f"{name}:{fault['pos'][0]}: {fault['check_path']}: {fault['message']}")
        faults = [f.replace(copy, str(path)) for f in faults for copy, path in [next(
            ((c, p) for c, p in english.items() if c in f), ("", ""))]]
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
