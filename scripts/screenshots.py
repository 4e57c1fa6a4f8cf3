"""Writes docs/images/{home,review,incident,catalogue}-{light,dark}.png: the console over made-up runs, in a browser.

python scripts/screenshots.py [FOLDER]
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser import a_browser, a_profile  # noqa: E402
from tests.databases import end  # noqa: E402
from tests.web.server import serving  # noqa: E402

from scriptsmith.checking import check_all, together, weigh  # noqa: E402
from scriptsmith.core.effects import Change, Danger, Node  # noqa: E402
from scriptsmith.core.events import (  # noqa: E402
    Asked,
    Assessed,
    Checked,
    Drafted,
    Event,
    Explained,
    Published,
    Rehearsed,
    Retrieved,
    Reviewed,
    Settled,
)
from scriptsmith.core.publish import entry_of  # noqa: E402
from scriptsmith.core.rehearsal import Rehearsal  # noqa: E402
from scriptsmith.core.run import fold  # noqa: E402
from scriptsmith.core.types import (  # noqa: E402
    Action,
    Assessment,
    Call,
    Decision,
    Explanation,
    Opinion,
    Outcome,
    Review,
    Risk,
    Script,
    Verdict,
)
from scriptsmith.incidents.model import Incident  # noqa: E402
from scriptsmith.incidents.suggestions import Suggestion, Suggestions  # noqa: E402
from scriptsmith.wiring import App  # noqa: E402

ASKED = (
    "compress nginx access logs older than 7 days and keep 90 days of them",
    "restart the checkout deployment when more than 3 of its pods crash",
    "find what fills /var and show the 20 largest folders",
    "remove container images that no running container uses",
    "renew the TLS certificate of the intranet and reload haproxy",
    "drop idle connections to the orders database older than 2 hours",
    "rotate the journal down to 500 megabytes",
    "show which process holds deleted files open",
    "put node worker-7 into maintenance and move its pods away",
    "raise the limit of open files for the kafka broker",
    "list the cron jobs of all users that failed last night",
    "clear the failed units of systemd and say what they were",
    "back up /etc into /srv/backups with the date in its name",
    "measure how far the replica of the billing database is behind",
    "block an address that scans ssh for one day",
    "take snapshots older than 30 days off the volume group data",
)
RISKS: tuple[Risk, ...] = ("safe", "notable", "notable", "dangerous")
FIRST = """\
#!/usr/bin/env bash
# Compress nginx logs that are older than a week.
set -e

LOG_DIR=$1
find $LOG_DIR -name '*.log' -mtime +7 | xargs gzip
rm -rf $LOG_DIR/tmp/*
"""
SECOND = """\
#!/usr/bin/env bash
# Compress rotated nginx logs older than some days, and say how much space that freed.
# Undo: gunzip the files that it names.
set -euo pipefail

dir=${1:?the folder with the logs}
days=${2:-7}
[[ $days =~ ^[0-9]+$ ]] || { printf 'days is a whole number\\n' >&2; exit 2; }
[[ -d $dir ]] || { printf '%s is not a folder\\n' "$dir" >&2; exit 3; }

before=$(du -sk -- "$dir" | cut -f1)
find "$dir" -xdev -type f -name '*.log-*' ! -name '*.gz' -mtime "+$days" -print0 |
  while IFS= read -r -d '' log; do
    fuser -s "$log" && continue  # nginx still writes to it
    gzip --best -- "$log" && printf 'compressed: %s\\n' "$log"
  done
find "$dir" -xdev -type f -name '*.log-*.gz' -mtime +90 -delete
printf 'freed %d KiB\\n' "$((before - $(du -sk -- "$dir" | cut -f1)))"
"""


class Log:
    """The events of one made-up run, written into the journal as they come."""

    def __init__(self, app: App, run: str) -> None:
        self.app, self.run = app, run
        self.events: list[Event] = []

    async def add(self, *events: Event) -> None:
        for event in events:
            self.events.append(event)
            await self.app.journal.append(self.run, len(self.events), event)


def call(role: str, prompt: str, size: int, cost: float) -> Call:
    model = {"generator": "large-coder", "refiner": "large-coder"}.get(role, "small-judge")
    return Call(
        role=role,
        model=model,
        prompt=prompt,
        prompt_digest="0" * 64,
        input_tokens=size,
        output_tokens=size // 3,
        cost=cost,
        seconds=size / 400,
    )


def opinions(first: Verdict, second: Verdict, said: Sequence[str], functionality: str) -> Assessment:
    both = (
        Opinion(assessor="similarity", verdict=first, reason=said[0]),
        Opinion(assessor="difference", verdict=second, reason=said[1]),
    )
    agreed = first if first is second else Verdict.UNSURE
    return Assessment(functionality=functionality, opinions=both, verdict=agreed)


async def checked(app: App, script: Script) -> Checked:
    kit = app.kit()
    danger = await weigh(script)
    found = await check_all((kit.syntax, *kit.checkers), script)
    return Checked(findings=together(found, danger.findings), danger=danger, seconds=0.4)


async def past(app: App, dice: random.Random, number: int, moment: datetime) -> None:
    """A run of the last weeks: served, or drafted and decided on."""
    text = ASKED[number % len(ASKED)]
    log = Log(app, f"{moment:%Y%m%d-%H%M%S}-{number:08x}")
    await log.add(Asked(action=Action(text=text), at=moment.isoformat(), by=dice.choice(("ana", "fay", "gil"))))
    matches = tuple(await app.catalogue.nearest(Action(text=text), limit=1))
    if matches and dice.random() < 0.35:
        entry = matches[0].entry
        served = Settled(outcome="reuse", script=entry.script, entry=f"{entry.id}@{entry.version}")
        await log.add(Retrieved(matches=matches, seconds=0.1), served)
        return
    script = Script(text=f"#!/usr/bin/env bash\nset -euo pipefail\n# {text} ({number})\ndf -h\n")
    good = dice.random() < 0.72 + number / 400
    right = good if dice.random() < 0.88 else not good
    verdict = Verdict.YES if right else Verdict.NO
    said = (
        ("It does what was asked.", "No difference that matters.") if right else ("It does less.", "A step is missing.")
    )
    assessed = Assessed(
        assessment=opinions(verdict, verdict, said, "It prints how full every file system is."),
        calls=(call("assessor", "similarity", 900, 0.0009), call("assessor", "difference", 950, 0.001)),
    )
    outcome: Outcome = "verified" if right else "incorrect"
    cost = 0.004 + dice.random() * 0.02
    await log.add(
        Retrieved(matches=matches, seconds=0.1),
        Drafted(script=script, calls=(call("generator", "draft", 2400, cost),), seconds=6.0),
        Checked(findings=(), danger=Danger(risk=dice.choice(RISKS))),
        assessed,
        Settled(outcome=outcome, script=script),
    )
    decision: Decision = "approve" if good else "reject"
    later = moment + timedelta(minutes=dice.randint(4, 200))
    comment = "" if good else dice.choice(("it must not follow links", "we do this with logrotate"))
    review = Review(
        reviewer=dice.choice(("bo", "cy")), decision=decision, digest=script.digest, comment=comment, final=not good
    )
    await log.add(Reviewed(review=review, at=later.isoformat()))
    if good:
        run = fold(log.events)
        await log.add(Published(entry=entry_of(run, later.isoformat()), at=later.isoformat()))


async def to_review(app: App, moment: datetime) -> str:
    """The run that the review page is shown with."""
    action = Action(
        text="Compress nginx logs in /var/log/nginx that are older than a week, and free disk space",
        context="DiskUsageHigh: /var is 94 % full on web-3 (threshold 90 %), rising 1 % per hour since 06:10.",
    )
    log = Log(app, f"{moment:%Y%m%d-%H%M%S}-5f0c31aa")
    first, second = Script(text=FIRST), Script(text=SECOND)
    await log.add(
        Asked(action=action, at=moment.isoformat(), by="ana"),
        Retrieved(matches=tuple(await app.catalogue.nearest(action, limit=3)), seconds=0.2),
        Drafted(
            script=first,
            reasoning="- preconditions: find, gzip",
            calls=(call("generator", "draft", 2600, 0.0118),),
            seconds=7.4,
        ),
        await checked(app, first),
        Explained(
            explanation=Explanation(
                wrong=True,
                text="With no argument the last command deletes /tmp/*, and logs that are in use are compressed.",
                quote="rm -rf $LOG_DIR/tmp/*",
                counterexample="called without an argument",
                grounded=True,
            ),
            calls=(call("refiner", "explain", 1800, 0.0065),),
            seconds=3.1,
        ),
        Drafted(
            script=second,
            by="refiner",
            reasoning="- Preconditions: the folder exists, DAYS is a whole number; both are checked before anything is "
            "done.\n- A log that is open is left alone, because gzip would unlink the file that nginx writes to.\n"
            "- It may be run again: files that are compressed already do not match.\n"
            "- Failure: pipefail and set -e end it at the first command that fails; what was compressed stays so.",
            calls=(call("refiner", "refine", 3100, 0.0142),),
            seconds=9.2,
        ),
        await checked(app, second),
    )
    functionality = (
        "The script takes a folder and a number of days, 7 if none is given. It compresses every rotated log in that "
        "folder that was last changed longer ago and that no process has open, prints each of them and how much space "
        "was freed, and deletes compressed logs that are older than 90 days."
    )
    said = (
        "Both compress rotated nginx logs older than a week to free space. The folder is an argument of the script.",
        "The action asks for compression alone. The last line also deletes compressed logs older than 90 days, which "
        "nobody asked for.",
    )
    rehearsal = Rehearsal(
        opinion=Opinion(
            assessor="rehearsal",
            verdict=Verdict.YES,
            reason="run in a sandbox, it ended with status 0; all 3 assertions hold",
        ),
        passed=(
            "logs older than a week are compressed",
            "the log that nginx writes to is as it was",
            "younger logs are as they were",
        ),
        arguments=("/var/log/nginx",),
        exit=0,
        seconds=0.3,
        output="compressed: /var/log/nginx/access.log-20261101\nfreed 812 KiB\n",
        changes=tuple(
            Change(path=f"/var/log/nginx/access.log-{day}{end}", kind=kind, before=was, after=now)  # type: ignore[arg-type]
            for day in ("20261101", "20261108")
            for end, kind, was, now in (("", "deleted", _NODE, None), (".gz", "created", None, _NODE))
        ),
    )
    await log.add(
        Assessed(
            assessment=opinions(Verdict.YES, Verdict.UNSURE, said, functionality),
            calls=(
                call("assessor", "describe", 1100, 0.0011),
                call("assessor", "similarity", 700, 0.0007),
                call("assessor", "difference", 720, 0.0007),
            ),
            seconds=2.8,
        ),
        Rehearsed(rehearsal=rehearsal, calls=(call("assessor", "scenario", 1500, 0.0016),), seconds=4.0),
        Settled(outcome="unsure", script=second),
    )
    return log.run


HEIGHTS = {"home": 900, "incident": 1500}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
_NODE = Node(kind="file", mode=0o100640, uid=0, gid=0, size=420_000)


async def others_wait(app: App, moment: datetime) -> None:
    """Some more that wait."""
    for number, (text, outcome) in enumerate(
        (
            (ASKED[8], "risky"),
            (ASKED[4], "verified"),
            (ASKED[14], "disputed"),
            (ASKED[10], "verified"),
        )
    ):
        at = moment - timedelta(minutes=17 * (number + 1))
        script = Script(text=f"#!/usr/bin/env bash\nset -euo pipefail\n# {text}\nsystemctl list-units --failed\n")
        log = Log(app, f"{at:%Y%m%d-%H%M%S}-0000000{number}")
        settled: Outcome = outcome  # type: ignore[assignment]
        assessed = opinions(
            Verdict.YES, Verdict.YES, ("It does what was asked.", "None that matters."), "It lists units."
        )
        await log.add(
            Asked(action=Action(text=text), at=at.isoformat(), by="fay"),
            Retrieved(matches=()),
            Drafted(script=script, calls=(call("generator", "draft", 2000, 0.009),), seconds=5.0),
            Checked(findings=(), danger=Danger(risk="dangerous" if outcome == "risky" else "notable")),
            Assessed(assessment=assessed, calls=(call("assessor", "similarity", 800, 0.0009),)),
            Settled(outcome=settled, script=script),
        )


async def incident(app: App, moment: datetime) -> str:
    """An alert that the map knows, about which a model was asked too."""
    labels = {"alertname": "NodeFilesystemSpaceFillingUp", "instance": "db-2:9100", "mountpoint": "/var", "job": "node"}
    alert = Incident(
        source="alertmanager",
        fingerprint="6f2c",
        name=labels["alertname"],
        title="/var on db-2 will be full within a day",
        description="Less than 15 % of the space is left, and it is filling up.",
        severity="warning",
        service="orders",
        host="db-2",
        labels=labels,
        started_at=moment.isoformat(),
    )
    team = app.team()
    (kept,) = await team.incidents.keep([alert])
    await team.suggestions.claim(lease=60.0, most=1)
    said = (
        Suggestion(entry="show-journal-disk-use", reason="The journal of systemd lies below /var too."),
        Suggestion(text="ask the owners of the orders database for how long they keep its logs", reason="Logs grow."),
    )
    await team.suggestions.answered(kept.incident, Suggestions(model="large-coder", actions=said))
    return kept.incident


async def main(folder: Path) -> None:
    dice = random.Random(7)
    try:
        async with serving(workers=0, settings={"incidents.ask_model": True}) as service:
            app, url = service.app, service.url
            now = datetime.now(UTC).replace(microsecond=0)
            for number in range(110):
                back = 29.5 * (1 - number / 110) + 0.3
                await past(app, dice, number, now - timedelta(days=back, minutes=dice.randint(0, 300)))
            run = await to_review(app, now - timedelta(minutes=6))
            await others_wait(app, now - timedelta(minutes=9))
            alert = await incident(app, now - timedelta(minutes=4))
            key, _ = await app.team().people.create_key("bo", ["reviewer", "publisher"], hours=1, by="demo")
            async with a_browser() as browser:
                for scheme in SCHEMES:
                    async with a_profile(browser, url, key, scheme=scheme) as context:
                        page = await context.new_page()
                        for name, path in (
                            ("home", "/"),
                            ("review", f"/runs/{run}/review"),
                            ("incident", f"/incidents/{alert}"),
                            ("catalogue", "/catalogue?q=compress+old+log+files"),
                        ):
                            await page.set_viewport_size({"width": 1180, "height": HEIGHTS.get(name, 800)})
                            await page.goto(path)
                            await page.screenshot(path=folder / f"{name}-{scheme}.png")

    finally:
        end()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images"))
