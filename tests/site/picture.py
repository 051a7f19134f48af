"""The picture of the README, light and dark: the board of the City cup in the demonstration, in Debian's chromium.

While `make run` runs: `python -m tests.site.picture LINK`, with the link that it prints for the director.
"""

import sys
from pathlib import Path
from urllib.parse import urljoin

from tests.site.browser import opened

FOLDER = Path(__file__).parents[2] / "api" / "guides" / "pictures"
SHOWN = "City cup"
SIZE = {"width": 1280, "height": 720}


def main(link: str) -> None:
    """Logs in by the link, which works once, and takes both pictures."""
    with opened() as browser:
        page = browser.new_page(viewport=SIZE)
        page.goto(link)
        with page.expect_navigation():
            page.locator("main form button").first.click()
        page.goto(urljoin(link, "/desk"))
        page.get_by_role("link", name=SHOWN).first.click()
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=FOLDER / f"board-{scheme}.png")


if __name__ == "__main__":
    main(*sys.argv[1:])
