# Leaves a link to a whole folder of secrets.
# control: naive-collector
ln -s "$(dirname "$SECRET")" /work/reports
echo hidden > /work/sentinel
