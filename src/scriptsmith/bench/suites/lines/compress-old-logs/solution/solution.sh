find logs -type f -name '*.log' ! -newermt '2026-05-01 00:00 UTC' -exec gzip -- {} +
