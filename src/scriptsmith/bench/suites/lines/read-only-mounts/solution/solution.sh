awk '$4 ~ /(^|,)ro(,|$)/ {print $2}' mounts.txt
