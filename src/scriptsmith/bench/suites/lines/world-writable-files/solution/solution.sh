find srv -type f -perm -o=w | LC_ALL=C sort
