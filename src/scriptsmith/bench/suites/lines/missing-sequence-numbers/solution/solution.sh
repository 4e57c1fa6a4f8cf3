sort -nu received.txt | awk 'NR > 1 {for (i = last + 1; i < $1; i++) print i} {last = $1}'
