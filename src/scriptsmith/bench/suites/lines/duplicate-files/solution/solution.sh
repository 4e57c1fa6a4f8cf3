find data -type f -size +0c -exec sha256sum {} + 2>/dev/null | sort | uniq -w 64 -D | cut -c 67- | LC_ALL=C sort
