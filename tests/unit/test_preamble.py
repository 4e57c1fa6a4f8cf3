"""What an action tells before it asks, and values in the forms that people write."""

from __future__ import annotations

import pytest

from scriptsmith.retrieval.action_reading import read
from tests.unit.shipped import match


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("the upgrade went well, drop the snapshot vg0/root-old", "drop the snapshot vg0/root-old"),
        ("before the maintenance: restart nginx", "restart nginx"),
        ("grafana is red \u2013 which services failed?", "which services failed?"),
        ("disk alarm: list the largest files", "list the largest files"),
        ("traffic spike! scale cart to 12", "scale cart to 12"),
        ("backup failed again - list the timers", "list the timers"),
        ("haproxy: show the backends", ""),
        ("dry run: delete the old logs", ""),
        ("staging only: restart cart", ""),
        ("restart nginx, it hangs", ""),
        ("if the disk is full, delete the logs", ""),
        ("we need nginx restarted, please start it", ""),
        ("delete the pod that is stuck, then drain the node", ""),
        ("/home is at 93%, what are the 15 fattest dirs?", "what are the 15 fattest dirs?"),
        ("boot takes 4 minutes, what are the 15 slowest units?", "what are the 15 slowest units?"),
        ("customers get 502, tomcat seems wedged. Restart tomcat", "Restart tomcat"),
        ("the clock's 20 minutes off, set it", "set it"),
        ("df and du differ by 60G on /var - who holds files?", "who holds files?"),
        ("Anna deployed 4.2, show the pods", "show the pods"),
        ("ticket 4482 - restart tomcat", "restart tomcat"),
        ("app.log is 40 GB; zero it", "zero it"),
        ("pods that are over 2 GB, restart them", ""),
        ("stop 4410 at 2 GB, show the rest", ""),
    ],
)
def test_what_is_told_first_is_not_asked_for(text: str, asked: str) -> None:
    """A clause that gives a reason is told; a condition, a wish and a first request are asked."""
    reading = read(text)
    start = reading.tokens[reading.start].start if reading.start else len(text)
    assert text[start:] == asked


@pytest.mark.parametrize(
    ("id", "text", "name", "value"),
    [
        ("show-unit-logs-between", "log of the unit sshd from 08:10 till 08:40", "since", "08:10"),
        ("show-unit-logs-between", "log of the unit sshd from 08:10 till 08:40", "until", "08:40"),
        ("find-dead-tuples-postgresql", "tables of crm with more than 20k dead tuples", "min_rows", "20000"),
        ("check-port-reachable", "is db-1.example.org reachable on 8443", "port", "8443"),
        ("set-process-priority", "renice -n 7 -p 4711", "nice", "7"),
        ("set-process-priority", "renice -n 7 -p 4711", "pid", "4711"),
        ("delete-git-branch", "delete the branch feature/cart", "branch", "feature/cart"),
        (
            "set-deployment-image",
            "set the image of the deployment cart to r.example/cart:2.1",
            "image",
            "r.example/cart:2.1",
        ),
        ("find-files-modified-recently", "files in /srv changed in the last quarter of an hour", "minutes", "15"),
        ("measure-packet-loss", "ping 10.2.0.1 40 times and show the loss", "count", "40"),
    ],
)
def test_values_are_read_in_the_forms_that_people_write(id: str, text: str, name: str, value: str) -> None:
    """Times of day, thousands, ports after an address, options, names with strokes, quarters and repetitions."""
    assert match(id, text).parameters[name] == value


def test_words_with_strokes_are_words() -> None:
    """Two plurals with a stroke between them are no path; a kind and a name still are one."""
    assert [it.text for it in read("orphaned uids/gids below /home").values] == ["/home"]
    assert [it.text for it in read("restart deployment/cart").values] == ["deployment/cart"]
