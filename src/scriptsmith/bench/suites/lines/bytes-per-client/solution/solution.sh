awk '{n[$1] += $NF} END {for (c in n) printf "%s %.0f\n", c, n[c]}' access.log | LC_ALL=C sort -k2,2nr -k1,1
