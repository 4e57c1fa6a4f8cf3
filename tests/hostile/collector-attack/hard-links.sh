# Gives one file a thousand names.
# control: none: it only takes room in what is told
python3 - <<'END'
import os
open("/work/f", "w").write("x")
for number in range(1000):
    os.link("/work/f", f"/work/l{number}")
END
echo hidden > /work/sentinel
