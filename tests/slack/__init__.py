"""Slack asks for scripts and approvals."""
