awk 'NF && !seen[$1]++ { count++ } END { print count + 0 }' access.log
