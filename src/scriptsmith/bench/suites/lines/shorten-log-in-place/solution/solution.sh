kept=$(mktemp) && tail -n 100 logs/app.log > "$kept" && cat "$kept" > logs/app.log && rm "$kept"
