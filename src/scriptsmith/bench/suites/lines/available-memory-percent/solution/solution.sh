awk '/^MemTotal:/ {t = $2} /^MemAvailable:/ {a = $2} END {print int(a * 100 / t)}' meminfo.txt
