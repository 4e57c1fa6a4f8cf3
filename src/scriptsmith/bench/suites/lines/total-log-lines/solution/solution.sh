find logs -type f -name '*.log' -exec awk 1 {} + | wc -l
