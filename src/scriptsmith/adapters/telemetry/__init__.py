"""Traces and metrics in the form of OpenTelemetry. Imported only where somebody collects them."""
