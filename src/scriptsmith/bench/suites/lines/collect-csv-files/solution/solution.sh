mkdir -p csv && find inbox -type f -iname '*.csv' -exec mv -t csv -- {} +
