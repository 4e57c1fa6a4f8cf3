"""Reports from Kafka, and events to it, against the mock cluster of librdkafka."""
