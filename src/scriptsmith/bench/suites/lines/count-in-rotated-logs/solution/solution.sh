zgrep -hi timeout logs/app.log logs/app.log.* | wc -l
