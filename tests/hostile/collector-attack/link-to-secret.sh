# Leaves a link where a file is expected.
# control: naive-collector
ln -s "$SECRET" /work/report.txt
echo hidden > /work/sentinel
