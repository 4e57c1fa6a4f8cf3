"""Kafka: topics that reports are taken from, and topics that events of incidents and runs are told to."""
