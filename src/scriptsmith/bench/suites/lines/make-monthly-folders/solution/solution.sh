mkdir -p archive/{01..12}
