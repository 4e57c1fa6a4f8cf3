jq -r 'select(.level == "error").service' app.jsonl | LC_ALL=C sort | uniq -c | LC_ALL=C sort -k1,1nr -k2 | awk '{print $2, $1}'
