# Hides text between characters of no width.
# control: raw
printf 'a\xe2\x80\x8bb\xe2\x81\xa0c\xef\xbb\xbf\n'
