find etc -type f -name '*.conf' -exec grep -lZF db.old.example {} + | xargs -0r sed -i 's/db\.old\.example/db.new.example/g'
