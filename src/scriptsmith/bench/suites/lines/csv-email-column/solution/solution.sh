python3 -c 'import csv; [print(each["email"]) for each in csv.DictReader(open("contacts.csv", newline=""))]'
