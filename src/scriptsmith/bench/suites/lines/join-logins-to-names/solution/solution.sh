join -t, <(sort -t, -k1,1 users.csv) <(sort -t, -k1,1 logins.csv) | sort -t, -k1,1n | cut -d, -f2,3
