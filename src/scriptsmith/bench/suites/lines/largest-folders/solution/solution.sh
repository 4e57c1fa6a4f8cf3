find data -mindepth 2 -type f -printf '%s\t%P\n' | awk -F'\t' '{split($2, part, "/"); sum[part[1]] += $1} END {for (name in sum) printf "%.0f\t%s\n", sum[name], name}' | sort -nr | head -n 3
