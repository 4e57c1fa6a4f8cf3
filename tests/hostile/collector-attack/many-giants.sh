# Leaves files that together take longer to read than anybody waits.
# control: naive-collector
for i in {1..400}; do truncate -s 30G "/work/g$i"; done
echo hidden > /work/sentinel
