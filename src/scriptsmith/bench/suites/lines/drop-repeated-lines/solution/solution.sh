awk '!seen[$0]++' allowlist.txt > allowlist.txt.new && mv allowlist.txt.new allowlist.txt
