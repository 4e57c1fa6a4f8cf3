-- Hears of every event that is recorded.
listen scriptsmith_event
