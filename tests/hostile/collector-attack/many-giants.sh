# Leaves files that together take longer to read than anybody waits.
# control: naive-collector
truncate -s 30G /work/g{1..400}
echo hidden > /work/sentinel
