# Leaves a named pipe, at which a reader waits for ever.
# control: naive-collector
mkfifo /work/report.txt
echo hidden > /work/sentinel
