awk '$1 == "LISTEN" {n = split($4, part, ":"); print part[n]}' ss.txt | sort -nu
