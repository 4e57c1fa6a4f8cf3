find dumps -type f -size -1048576c | LC_ALL=C sort
