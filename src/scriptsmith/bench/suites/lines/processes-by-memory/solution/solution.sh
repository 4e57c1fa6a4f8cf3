awk 'NR > 1' ps.txt | sort -k6,6nr | head -n 3 | awk '{print $2}'
