"""`scriptsmith serve` as a program: it starts, says where, lets an admin in, and ends without cutting anybody off."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from tests.databases import fresh, with_database

from .program import Program

pytestmark = with_database

PATIENCE = 300
"""Seconds after which a service that was told to end is stuck."""


def environ(folder: Path, **more: str) -> Mapping[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "SCRIPTSMITH_CONFIG": str(folder / "none.toml"),
        "SCRIPTSMITH_SERVICE__PROCESSES": "1",
        "DATABASE_URL": fresh(),
        "SCRIPTSMITH_PATHS__SEED": "false",  # each process of the service reads all entries as it begins
        **more,
    }


@contextmanager
def started(environ: Mapping[str, str], *arguments: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """The program, and what it has said until it listened."""
    command = [sys.executable, "-m", "scriptsmith", "serve", "--port", "0", *arguments]
    with subprocess.Popen(command, env=environ, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        try:
            assert program.stderr
            said = []
            for line in program.stderr:
                said.append(line.rstrip("\n"))
                if line.startswith("listening on "):
                    break
            yield program, said
        finally:
            program.kill()


@pytest.mark.parametrize("ends", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.thorough)])
def test_it_starts_lets_an_admin_in_and_ends(ends: signal.Signals, tmp_path: Path) -> None:
    """The first start prints a link that works once; told to end, it ends streams of events too and exits with 0."""
    with started(environ(tmp_path), "--workers", "0") as (program, said):
        url = said[-1].removeprefix("listening on ")
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", url)
        token = next(line for line in said if "/login/link?token=" in line).partition("token=")[2]
        with httpx2.Client(base_url=url, timeout=60) as http:
            assert http.get("/readyz").status_code == 200
            assert http.post("/login/link", data={"token": token}).status_code == 303
            csrf = http.get("/api/v1/me").json()["csrf"]
            made = {"name": "ana", "parts": ["requester"]}
            key = http.post("/api/v1/keys", json=made, headers={"X-CSRF-Token": csrf}).json()["key"]
            head = {"Authorization": f"Bearer {key}"}
            run = http.post("/api/v1/actions", json={"text": "show the moon"}, headers=head).json()["run"]
            stream = {**head, "Accept": "text/event-stream"}
            with http.stream("GET", f"/api/v1/runs/{run}/events", headers=stream) as events:
                lines = events.iter_lines()
                assert any(line == "id: 1" for line in lines)
                program.send_signal(ends)
                assert [line for line in lines if line.startswith("id")] == []
        rest, error = program.communicate(timeout=PATIENCE)
        assert (program.returncode, rest) == (0, "")
        assert error.splitlines()[-1] == "ended"
        assert "Traceback" not in error


@pytest.mark.thorough
def test_a_later_start_prints_no_link(tmp_path: Path) -> None:
    """Where there are keys nobody is let in without one; a port that is taken is told in one sentence."""
    told = environ(tmp_path)
    keys = [sys.executable, "-m", "scriptsmith", "keys", "create", "--role", "admin"]
    assert subprocess.run(keys, env=told, capture_output=True, text=True, check=True).stdout.startswith("ssk_")
    with started(told) as (program, said):
        assert [line for line in said if "link" in line] == []
        port = said[-1].rpartition(":")[2]
        again = [sys.executable, "-m", "scriptsmith", "serve", "--port", port]
        done = subprocess.run(again, env=told, capture_output=True, text=True, check=False)
        assert (done.returncode, f"cannot listen on 127.0.0.1 port {port}" in done.stderr) == (2, True)
        program.terminate()
        program.communicate(timeout=PATIENCE)
        assert program.returncode == 0


def test_off_loopback_it_starts_only_with_tls_and_a_way_in(tmp_path: Path) -> None:
    """Without TLS, or with nobody who could log in, it refuses with exit code 6 and says what to set."""
    for more, wanted in (
        ({}, "service.tls_elsewhere"),
        ({"SCRIPTSMITH_SERVICE__TLS_ELSEWHERE": "true"}, "scriptsmith keys create"),
    ):
        program = Program(tmp_path, {**environ(tmp_path, **more)})
        done = program("serve", "--host", "0.0.0.0", "--port", "0")
        assert (done.status, wanted in done.stderr) == (6, True), done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_a_certificate_that_is_no_use_is_told_at_the_start(tmp_path: Path) -> None:
    """One sentence that names the setting and the file, exit code 2: not there, a folder, no PEM, a key without one."""
    (tmp_path / "no.pem").write_text("no certificate\n")
    there = {"CERTIFICATE": str(tmp_path / "no.pem")}
    for more, wanted in (
        ({"CERTIFICATE": "/nope"}, "service.certificate /nope cannot be read: No such file"),
        ({"CERTIFICATE": str(tmp_path)}, f"service.certificate {tmp_path} cannot be read: Is a directory"),
        (there, f"service.certificate {tmp_path}/no.pem is no certificate in PEM, or its private key is not in it"),
        (there | {"CERTIFICATE_KEY": "/gone"}, "service.certificate_key /gone cannot be read: No such file"),
        ({"CERTIFICATE_KEY": "/gone"}, "service.certificate_key is set, so service.certificate must name"),
    ):
        told = environ(tmp_path, **{f"SCRIPTSMITH_SERVICE__{name}": value for name, value in more.items()})
        done = Program(tmp_path, {**told})("serve", "--port", "0")
        assert (done.status, wanted in done.stderr) == (2, True), done.stderr
        assert len(done.stderr.splitlines()) == 1
