"""HOST:PORT as one value: both in one word, one after the other, or one alone."""

from __future__ import annotations

import pytest

from scriptsmith.core.parameters import validate
from scriptsmith.core.types import Parameter
from scriptsmith.retrieval.binding import bind

BROKER = Parameter(
    name="bootstrap_server",
    type="host",
    object="broker",
    option="--bootstrap-server",
    default="localhost:9092",
    pattern=r"[^:]+(:[0-9]+)?|\[[^\]]+\](:[0-9]+)?",
    description="one of the brokers, as HOST:PORT; without a port 9092 is meant",
)
HOST = Parameter(name="host", type="host", option="--host", default="localhost", description="server to ask")


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("kafka topics on kafka1:9093", "kafka1:9093"),
        ("kafka topics on broker k2.example.com port 9093", "k2.example.com:9093"),
        ("settings of topic retention, broker 172.20.4.9, port 29092", "172.20.4.9:29092"),
        ("leaders and ISR, ask broker b7.kafka.internal on 9094", "b7.kafka.internal:9094"),
        ("list the consumer groups via kafka-2", "kafka-2"),
        ("list the topics of kafka-1.prod.example.com", "kafka-1.prod.example.com"),
        ("how far behind is the group etl", "localhost:9092"),
        ("keep metrics.raw for 6 hours", "localhost:9092"),
    ],
)
def test_a_broker_is_read_from_the_words(words: str, value: str) -> None:
    assert bind((BROKER,), words).values == {"bootstrap_server": value}


@pytest.mark.parametrize("value", ["kafka1", "kafka1:9093", "10.0.0.5:9092", "[fd00::5]:9092", "[fd00::5]"])
def test_a_host_may_have_a_port_where_the_pattern_says_so(value: str) -> None:
    assert validate(BROKER, value) == value


@pytest.mark.parametrize("value", ["kafka1:0", "kafka1:70000", "a b:9092", "kafka1:9092:1", "$(id):9092", ":9092"])
def test_what_is_no_address_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="bootstrap_server"):
        validate(BROKER, value)


def test_elsewhere_a_host_has_no_port() -> None:
    with pytest.raises(ValueError, match="host name or an address"):
        validate(HOST, "web1:5432")
