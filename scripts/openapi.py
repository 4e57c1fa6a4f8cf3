"""Write docs/reference/openapi.json: what the API takes and gives.

Run by `make docs`; a test fails when the file is not what this would write.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from scriptsmith.settings import load
from scriptsmith.web.app import create
from scriptsmith.wiring import build

ROOT = Path(__file__).parents[1]
PAGE = Path("docs/reference/openapi.json")


def text() -> str:
    """The document, as it is kept; nothing is opened for it."""
    with tempfile.TemporaryDirectory() as folder:
        environ = {"SCRIPTSMITH_CONFIG": f"{folder}/none.toml"}
        app = build(load(environ, {"database.storage": "postgres"}, Path(folder)), environ)
        return json.dumps(create(app).openapi(), indent=1, ensure_ascii=False) + "\n"


def main() -> int:
    """Write the file where it is another."""
    target, wanted = ROOT / PAGE, text()
    if not target.exists() or target.read_text(encoding="utf-8") != wanted:
        target.write_text(wanted, encoding="utf-8")
        print(f"wrote {PAGE}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
