"""`scriptsmith metrics`: what Grafana and Prometheus need to show and watch a service."""

from __future__ import annotations

from pathlib import Path

import click

MONITORING = Path(__file__).parents[1] / "monitoring"
FILES = {"dashboard": MONITORING / "dashboard.json", "alerts": MONITORING / "alerts.yml"}


@click.command("metrics")
@click.argument("what", type=click.Choice(list(FILES)))
def command(what: str) -> int:
    """Print the shipped Grafana dashboard (JSON) or the alerting rules for Prometheus (YAML), both over what a service
    tells at /metrics.

    For example: scriptsmith metrics alerts > /etc/prometheus/scriptsmith.yml
    """
    click.echo(FILES[what].read_text(encoding="utf-8"), nl=False)
    return 0
