find home -maxdepth 1 -type f -name '.*' -printf '%f\n' | LC_ALL=C sort
