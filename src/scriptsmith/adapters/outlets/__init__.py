"""What tells outlets: signed webhooks, Slack, Teams, PagerDuty and mail."""
