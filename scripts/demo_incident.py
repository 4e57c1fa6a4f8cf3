"""From an alert to a published script, in one command: `make demo-incident`.

The service runs as it is shipped, on its embedded database in a folder that is removed at the end, and without a model.
Alertmanager reports the alert where it is installed (`scripts/alertmanager.sh` does that on Debian); elsewhere, or with
`--recorded`, what one has sent is sent again. Nothing that is served is executed.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

ROOT = Path(__file__).parent
PROGRAM = Path(sys.executable).parent / "scriptsmith"
RECORDED = ROOT / "demo_incident.json"
PATIENCE = 120.0
"""Seconds that something may take."""
LABELS = {
    "alertname": "NodeFilesystemSpaceFillingUp",
    "severity": "warning",
    "job": "node-exporter",
    "device": "/dev/sda3",
    "fstype": "ext4",
    "mountpoint": "/var",
}
HOSTS = ("db-2:9100", "db-3:9100")
ANNOTATIONS = {
    "summary": "The file system on /var will be full within a day.",
    "description": "12.4 % of /var is left, and it gets less.",
}
CONFIG = """\
route: {{receiver: scriptsmith, group_by: [alertname], group_wait: 0s, group_interval: 1s}}
receivers:
  - name: scriptsmith
    webhook_configs:
      - url: {url}
        http_config: {{authorization: {{credentials_file: {secret}}}}}
"""


def say(step: str) -> None:
    """One line of the story."""
    print(step, flush=True)


class Client:
    """The API, as somebody with a key."""

    def __init__(self, url: str, key: str) -> None:
        self._url, self._key = url, key

    def ask(self, path: str, body: object = None, **headers: str) -> Any:
        """What the API answers; with a body it is sent, again after 503. A refusal ends the story."""
        data = None if body is None else json.dumps(body).encode()
        told = {"Authorization": f"Bearer {self._key}", "Content-Type": "application/json", **headers}
        end = time.monotonic() + PATIENCE
        while True:
            try:
                with urlopen(Request(self._url + path, data, told), timeout=PATIENCE) as answer:
                    return json.load(answer)
            except HTTPError as error:
                if error.code != 503 or time.monotonic() > end:
                    sys.exit(f"{path}: {json.load(error)['detail']}")
                time.sleep(1.0)

    def run(self, run: str, *states: str) -> Any:
        """The run, once it is in one of the states."""
        return until(lambda: found if (found := self.ask(f"/api/v1/runs/{run}"))["state"] in states else None, run)

    def decide(self, run: Mapping[str, Any], **review: str) -> Any:
        """Decide on exactly what `run` says."""
        match = {"If-Match": f'"{run["seq"]}"'}
        return self.ask(f"/api/v1/runs/{run['run']}/reviews", review, **match)


def until(look: Callable[[], Any], what: str) -> Any:
    """What `look` finds, as soon as it finds something."""
    end = time.monotonic() + PATIENCE
    while not (found := look()):
        if time.monotonic() > end:
            sys.exit(f"{what}: nothing came in {PATIENCE:g} seconds")
        time.sleep(0.1)
    return found


@contextmanager
def running(command: list[str], environ: Mapping[str, str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that writes to `log`, and is ended with the block."""
    with log.open("wb") as file:
        process = subprocess.Popen(command, env=dict(environ), stdout=file, stderr=file)
        try:
            yield process
        finally:
            process.terminate()
            process.wait()


def address(log: Path, process: subprocess.Popen[bytes]) -> str:
    """Where the service listens."""

    def look() -> str | None:
        told = re.search(r"listening on (http\S+)", log.read_text(encoding="utf-8"))
        if process.poll() is not None:
            sys.exit(log.read_text(encoding="utf-8"))
        return told[1] if told else None

    return str(until(look, "the service"))


def reporter(stack: ExitStack, url: str, secret: Path, folder: Path) -> tuple[str, Callable[[int], None]]:
    """Who reports, and what has the alert reported for the first host or the second."""
    alertmanager = None if "--recorded" in sys.argv else shutil.which("prometheus-alertmanager")
    hook = f"{url}/hooks/alertmanager"
    if alertmanager is None:
        recorded = json.loads(RECORDED.read_text(encoding="utf-8"))
        client = Client(url, secret.read_text(encoding="utf-8").strip())
        return "a recorded report of Alertmanager", lambda host: client.ask("/hooks/alertmanager", recorded[host])
    (folder / "alertmanager.yml").write_text(CONFIG.format(url=hook, secret=secret), encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{free.getsockname()[1]}"
    options = [
        f"--config.file={folder / 'alertmanager.yml'}",
        f"--storage.path={folder / 'alertmanager'}",
        f"--web.listen-address={place}",
        "--cluster.listen-address=",
    ]
    stack.enter_context(running([alertmanager, *options], os.environ, folder / "alertmanager.log"))

    def ready() -> bool:
        try:
            with urlopen(f"http://{place}/-/ready", timeout=PATIENCE):
                return True
        except URLError:
            return False

    until(ready, "Alertmanager")

    def post(host: int) -> None:
        labels = LABELS | {"instance": HOSTS[host]}
        alert = {"labels": labels, "annotations": ANNOTATIONS, "startsAt": "2026-11-20T08:15:30Z"}
        kind = {"Content-Type": "application/json"}
        with urlopen(Request(f"http://{place}/api/v2/alerts", json.dumps([alert]).encode(), kind), timeout=PATIENCE):
            pass

    return "Alertmanager", post


def story(stack: ExitStack, url: str, key: Callable[[str, str], str], secret: Path, folder: Path) -> None:
    """From the alert to the published script."""
    ana, bo = Client(url, key("ana", "requester")), Client(url, key("bo", "reviewer"))
    cyd = Client(url, key("cyd", "reviewer publisher"))
    name, report = reporter(stack, url, secret, folder)

    def reported(host: int) -> Any:
        report(host)
        path = f"/api/v1/incidents?text={HOSTS[host].partition(':')[0]}"
        return until(lambda: ana.ask(path)["incidents"], "the incident")[0]["incident"]

    found = reported(0)
    say(f"1. {name} reports {LABELS['alertname']} to /hooks/alertmanager")
    say(f"2. incident {found['id']}: {found['title']} ({found['severity']}, {found['host']})")
    actions = ana.ask(f"/api/v1/incidents/{found['id']}/recommendations")["actions"]
    say("3. recommended, looks first; nothing is done by itself:")
    for number, one in enumerate(actions, 1):
        bound = ", ".join(f"{name}={value}" for name, value in one["bound"].items())
        kind = "looks only" if one["kind"] == "look" else "changes something"
        say(f"   {number}. {one['title']} [{one['entry']}{' ' + bound if bound else ''}] {kind}, {one['risk']}")
    one = next(each for each in actions if each["entry"] == "find-largest-directories")
    made = ana.ask(f"/api/v1/incidents/{found['id']}/runs", {"recommendation": one["id"]})
    run = ana.run(made["run"], "served")
    say(f"4. ana makes a run of it: {run['run']} serves {run['entry']} with directory={run['parameters']['directory']}")
    text = run["script"].replace("depth=2", "depth=4")
    bo.decide(run, decision="edit", script=text, comment="folders of databases lie deeper")
    run = bo.run(run["run"], "waiting")
    say(f"5. bo looks and edits it: depth=4; checked again, {len(run['findings'])} findings, {run['risk']}")
    cyd.decide(run, decision="approve", comment="read, and right")
    run = cyd.run(run["run"], "published")
    say(f"6. cyd approves digest {run['digest'][:12]}, and it is published: {run['published']}")
    later = reported(1)
    actions = ana.ask(f"/api/v1/incidents/{later['id']}/recommendations")["actions"]
    again = next(each for each in actions if each["source"] == "earlier incident")
    say(f"7. the same alert on {later['host']}: {again['entry']} is recommended too, because {again['why']}")
    shown = ana.ask(f"/api/v1/incidents/{found['id']}")
    say("8. the first incident knows: " + ", ".join(f"{each['kind']} by {each['by']}" for each in shown["timeline"]))


def main() -> None:
    """The whole story; what it needs is put down at the end."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="scriptsmith-demo-")))
        secret = folder / "secret"
        secret.write_text(secrets.token_urlsafe(24) + "\n", encoding="utf-8")
        ours = {
            name: value for name, value in os.environ.items() if not name.startswith(("SCRIPTSMITH_", "DATABASE_URL"))
        }
        environ = ours | {
            "SCRIPTSMITH_CONFIG": str(folder / "none.toml"),
            "SCRIPTSMITH_DATABASE__STORAGE": "postgres",
            "SCRIPTSMITH_PATHS__DATABASE": str(folder / "database"),
            "SCRIPTSMITH_PATHS__CACHE": str(folder / "cache"),
            "SCRIPTSMITH_SANDBOX__ENGINE": "none",
            "SCRIPTSMITH_INCIDENTS__ALERTMANAGER_SECRET_FILE": str(secret),
        }

        def key(name: str, roles: str) -> str:
            options = [word for role in roles.split() for word in ("--role", role)]
            command = [str(PROGRAM), "keys", "create", "--name", name, *options]
            made = subprocess.run(command, env=environ, capture_output=True, text=True, check=False, cwd=folder)
            if made.returncode:
                sys.exit(made.stderr)
            return made.stdout.strip()

        log = folder / "service.log"
        serve = [str(PROGRAM), "serve", "--port", "0", "--workers", "2"]
        process = stack.enter_context(running(serve, environ, log))
        story(stack, address(log, process), key, secret, folder)


if __name__ == "__main__":
    main()
