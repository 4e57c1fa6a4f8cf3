find data -type f -printf '%s %p\n' | LC_ALL=C sort -t ' ' -k1,1nr -k2 | head -n 5
