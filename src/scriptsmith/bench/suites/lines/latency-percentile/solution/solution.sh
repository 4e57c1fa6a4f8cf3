sort -n latency.txt | awk '{value[NR] = $0} END {if (NR) print value[int((NR * 95 + 99) / 100)]}'
