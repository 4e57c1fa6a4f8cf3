awk 'NR > 1 && $3 ~ /^Z/ {print $1}' ps.txt | sort -n
