# Leaves files and folders that nobody may open.
# control: naive-collector
mkdir /work/d; echo x > /work/d/f; chmod 0 /work/d/f /work/d; mkdir -m 0 /work/e
echo hidden > /work/sentinel
