# Leaves folders nested deeper than a reader dares.
# control: naive-collector
python3 - <<'END'
import os
os.chdir("/work")
for _ in range(1300):
    os.mkdir("d")
    os.chdir("d")
open("bottom", "w").close()
END
echo hidden > /work/sentinel
