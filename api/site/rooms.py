"""All pages: an address is looked for in this order."""

from api.site.frame import files
from api.site.login import pages as login
from api.site.public import start

ROOMS = (start, login, files)
