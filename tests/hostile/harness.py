"""Runs a hostile script beside what it aims at, within one box: the live control of what separates them otherwise.

Called in a box as `python3 harness.py KIND SCRIPT TOKEN`; standard library only. Prints "CONTROL: " and what it saw.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

KIND, SCRIPT, TOKEN = sys.argv[1:4]
SECRET, CANARY = "/srv/targets/hidden/secret", "/srv/targets/canary/canary"
contacts: list[str] = []


def main() -> None:
    targets = lay()
    before = look(targets["VICTIM"])
    seen = run(targets)
    print("CONTROL:", *seen, *(["changed"] if look(targets["VICTIM"]) != before else []), *contacts)


def lay() -> dict[str, str]:
    for path, content in ((SECRET, TOKEN), (CANARY, "nobody may touch this file\n")):
        os.makedirs(os.path.dirname(path))
        write(path, content)
    for path in ("/tmp/a-token", "/dev/shm/a-token", "/etc/shadow"):
        write(path, f"{TOKEN}\n")
    port = listen()
    libc = ctypes.CDLL(None, use_errno=True)
    libc.shmat.restype = ctypes.c_void_p
    libc.shmat.argtypes = (ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
    ctypes.memmove(libc.shmat(libc.shmget(0, 4096, 0o1600), None, 0), TOKEN.encode(), len(TOKEN))
    for fd in (os.open(SECRET, os.O_RDONLY), os.open("/srv", os.O_RDONLY), socket.socketpair()[0].detach()):
        os.set_inheritable(os.dup2(fd, fd + 10), True)
    victim = subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(600)", "victim-of-this", TOKEN],
        env={"LEAKED": TOKEN},
        start_new_session=True,
    )
    time.sleep(0.1)
    return {
        "SECRET": SECRET,
        "CANARY": CANARY,
        "PORT": str(port),
        "SOCKET": "/srv/targets/socket",
        "ABSTRACT": "abstract-target",
        "VICTIM": str(victim.pid),
        "MARK": "mark-of-this",
        "HOST_NAME": os.uname().nodename,
        "HOST_SESSION": str(os.getsid(0)),
        "LEAKED": TOKEN,
    }


def run(targets: dict[str, str]) -> list[str]:
    output = tempfile.TemporaryFile()  # noqa: SIM115
    ended = subprocess.Popen(
        ["bash", SCRIPT],
        cwd="/work",
        env={**os.environ, **targets},
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.DEVNULL,
        close_fds=False,
    )
    with contextlib.suppress(subprocess.TimeoutExpired):
        ended.wait(8)
    ended.kill()
    time.sleep(0.2)
    output.seek(0)
    said = output.read()
    seen = ["reached"] if TOKEN.encode() in said or b"ESCAPED" in said else []
    if KIND == "killed-leader":
        for _ in range(10):
            seen = seen or left()
            time.sleep(0.1)
    if KIND == "naive-collector":
        seen += collect()
    return seen


def left() -> list[str]:
    """What a caller that kills a script has not got rid of."""
    found = []
    for name in os.listdir("/proc"):
        with contextlib.suppress(OSError):
            if name.isdigit() and b"mark-of-this" in read(f"/proc/{name}/cmdline").split(b"\0")[0]:
                found.append("process-left")
    for folder in ("/tmp", "/etc/cron.d", "/etc/systemd/system"):
        with contextlib.suppress(OSError):
            found += ["file-left" for name in os.listdir(folder) if "mark-of-this" in name]
    if len(read("/proc/sysvipc/shm").splitlines()) > 2:
        found.append("segment-left")
    return found


def collect() -> list[str]:
    """What a collector falls for that was written without a thought of who wrote the files."""

    def late(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, late)
    signal.alarm(2)
    resource.setrlimit(
        resource.RLIMIT_DATA, (1 << 30, resource.getrlimit(resource.RLIMIT_DATA)[1])
    )  # an end, not a kill
    try:
        text = read_folder("/work")
    except (OSError, RecursionError, MemoryError, UnicodeError, ValueError) as error:
        return [f"collector-{type(error).__name__}"]
    return ["collector-told"] if TOKEN in text else []


def read_folder(folder: str) -> str:
    text = ""
    for name in os.listdir(folder):
        path = f"{folder}/{name}"
        path.encode()  # a report is text
        if "\n" in path or "\x1b" in path:
            raise ValueError("a report has one line for each file, and no escapes")
        if os.path.isdir(path):
            text += read_folder(path)
        else:
            with open(path, "rb") as file:
                while chunk := file.read(1 << 20):
                    text = (text + chunk.decode("utf-8", "replace"))[-(1 << 21) :]
    return text


def listen() -> int:
    listeners = []
    first = socket.create_server(("127.0.0.1", 0))
    port: int = first.getsockname()[1]
    listeners.append(first)
    with contextlib.suppress(OSError):
        listeners.append(socket.create_server(("::1", port), family=socket.AF_INET6))
    for name in ("/srv/targets/socket", "\0abstract-target"):
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(name)
        listener.listen()
        listeners.append(listener)
    datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    datagrams.bind(("127.0.0.1", port))
    for one in listeners:
        threading.Thread(target=accept, args=(one,), daemon=True).start()
    threading.Thread(target=receive, args=(datagrams,), daemon=True).start()
    return port


def accept(listener: socket.socket) -> None:
    while True:
        link, _ = listener.accept()
        contacts.append("contact")
        with link, contextlib.suppress(OSError):
            link.sendall(TOKEN.encode())


def receive(datagrams: socket.socket) -> None:
    while True:
        _, sender = datagrams.recvfrom(100)
        contacts.append("contact")
        datagrams.sendto(TOKEN.encode(), sender)


def look(victim: str) -> object:
    about = os.stat(CANARY) if os.path.exists(CANARY) else None
    content = read(CANARY) if about else b""
    state = read(f"/proc/{victim}/stat").decode().rpartition(")")[2].split()[0]
    canary = about and (about.st_mode, about.st_uid, about.st_ino, about.st_mtime_ns)
    return canary, content, state in "SRD"


def read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def write(path: str, content: str) -> None:
    with open(path, "w") as file:
        file.write(content)


main()
