find photos -maxdepth 1 -type f -name '*.jpeg' -exec bash -c 'for f; do mv -n -- "$f" "${f%.jpeg}.jpg"; done' _ {} +
