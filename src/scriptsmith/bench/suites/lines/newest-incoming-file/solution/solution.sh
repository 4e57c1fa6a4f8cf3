find incoming -maxdepth 1 -type f -printf '%T@\t%f\n' | sort -nr | head -n 1 | cut -f 2-
