awk '{time = $1; sub(/^[0-9]+/, ""); print strftime("%Y-%m-%dT%H:%M:%SZ", time, 1) $0}' events.txt
