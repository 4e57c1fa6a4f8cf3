find cache -mindepth 1 -type d -empty -delete
