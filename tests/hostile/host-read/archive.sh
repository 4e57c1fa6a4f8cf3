# Packs the folder and reads the archive.
# control: same-box
tar -C / -cf - ".$(dirname "$SECRET")" | tr -d "\0"
