"""Playbooks: read with places, checked, and judged by what their tasks would do. No part of Ansible is imported."""
