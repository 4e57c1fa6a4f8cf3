awk -F'"' '{split($3, part, " "); n[part[1]]++} END {for (code in n) print code, n[code]}' access.log | sort -k2,2nr -k1,1n
