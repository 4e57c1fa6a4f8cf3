"""The file of the topics of Kafka whose messages are reports."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import BadSettings
from ...incidents.inlets.alertmanager import Alertmanager
from ...incidents.inlets.generic import Generic, mapping_of
from ...incidents.inlets.instana import Instana
from ...incidents.inlets.pagerduty import PagerDuty
from ...incidents.inlets.port import Inlet
from .servers import SETTINGS, KafkaServers

_SHIPPED: Mapping[str, type[Alertmanager] | type[PagerDuty] | type[Instana]] = {
    each.source: each for each in (Alertmanager, PagerDuty, Instana)
}
_TOPIC = re.compile(r"[A-Za-z0-9._-]{1,249}")
_GROUP = re.compile(r"[\x21-\x7e]{1,200}")


@dataclass(frozen=True, slots=True, kw_only=True)
class KafkaTopics:
    """The topics, how the messages of each are read, and the group in which workers share them."""

    servers: KafkaServers
    group: str
    inlets: Mapping[str, Inlet]


def topics_of(file: str) -> KafkaTopics | None:
    """The topics in a file, None without one; raises `BadSettings`."""
    if not file:
        return None
    path = Path(file).expanduser()
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(f"incidents.kafka_file {path} cannot be read: {error}") from None
    try:
        return _topics(table)
    except BadSettings as error:
        raise BadSettings(f"incidents.kafka_file {path}: {error}") from None


def _topics(table: Mapping[str, Any]) -> KafkaTopics:
    if unknown := sorted(set(table) - SETTINGS - {"servers", "group", "topic"}):
        raise BadSettings(f"there is no setting {unknown[0]!r}")
    group, topics = table.get("group", "scriptsmith"), table.get("topic", {})
    if not isinstance(group, str) or not _GROUP.fullmatch(group):
        raise BadSettings("group is a text without spaces")
    whole = isinstance(topics, dict) and all(isinstance(one, dict) for one in topics.values())
    if not whole or not topics:
        raise BadSettings("it names no [topic.NAME]")
    inlets: dict[str, Inlet] = {}
    for name, one in topics.items():
        if not _TOPIC.fullmatch(name):
            raise BadSettings(f"{name!r} is no name of a topic")
        inlets[name] = _inlet(name, one)
    return KafkaTopics(servers=KafkaServers.of(table), group=group, inlets=inlets)


def _inlet(name: str, table: Mapping[str, Any]) -> Inlet:
    source = table.get("source")
    if not isinstance(source, str):
        raise BadSettings(f"topic {name!r}: source is missing: {', '.join(_SHIPPED)}, or a name for a mapping")
    more = {key: value for key, value in table.items() if key != "source"}
    if source in _SHIPPED:
        if more:
            raise BadSettings(f"topic {name!r}: {source} takes no {min(more)}")
        return _SHIPPED[source]()
    if set(more) & {"secret_file", "signature"}:
        raise BadSettings(f"topic {name!r}: who may write to a topic is up to Kafka: it takes no secret")
    return Generic(mapping_of(source, more))
