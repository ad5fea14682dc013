"""`posenc cards export`: the bank carried to Anki or to paper."""

import sys
from pathlib import Path

from posenc.reasons import in_words
from posenc.rehearsal import anki_notes, sheet
from posenc.rehearsal.bank import load


def export_command(*, anki: str | None, sheet_file: str | None) -> int:
    """Write what was asked for; 0, or 1 if that can't be done."""
    try:
        bank = load()
        made = {}
        if anki is not None:
            made[anki] = anki_notes.notes(bank)
        if sheet_file is not None:
            html = Path(sheet_file).suffix.lower() in (".html", ".htm")
            made[sheet_file] = sheet.html(bank) if html else sheet.markdown(bank)
        for file, text in made.items():
            Path(file).write_text(text, encoding="utf-8", newline="\n")
            print(f"{len(bank)} cards in {file}")
    except (OSError, ValueError) as error:
        print(f"posenc cards export: {in_words(error)}", file=sys.stderr)
        return 1
    return 0
