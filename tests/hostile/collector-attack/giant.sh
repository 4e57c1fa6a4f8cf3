# Leaves a file of four terabytes that takes no room.
# control: naive-collector
truncate -s 4T /work/giant
echo hidden > /work/sentinel
