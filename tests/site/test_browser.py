"""This site as readers meet it: in a browser, in both languages, light and dark, on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait
from site_browser import PLACE, browser, complaints, missing, requests, served

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(missing()), reason=missing())]

CONTRAST = """
const channel = value => { value /= 255; return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4 };
const read = text => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
  return [r, g, b, a / 255];
};
const over = (top, below) => top.slice(0, 3).map((value, i) => value * top[3] + below[i] * (1 - top[3]));
const light = colour => 0.2126 * channel(colour[0]) + 0.7152 * channel(colour[1]) + 0.0722 * channel(colour[2]);
const behind = element => {
  const layers = [];
  for (let at = element; at; at = at.parentElement) layers.unshift(read(getComputedStyle(at).backgroundColor));
  return layers.reduce((below, top) => over(top, below), [255, 255, 255]);
};
const found = {};
for (const selector of arguments[0]) {
  const element = [...document.querySelectorAll(selector)].find(one => one.getClientRects().length);
  if (!element) { found[selector] = null; continue; }
  const ground = behind(element);
  const colours = [over(read(getComputedStyle(element).color), ground), ground].map(light).sort((a, b) => b - a);
  found[selector] = (colours[0] + 0.05) / (colours[1] + 0.05);
}
return found;
"""


@pytest.fixture(scope="module")
def built(this_site: Path) -> Iterator[str]:
    """The address below which this site stands."""
    with served(this_site) as address:
        yield f"{address}/{PLACE}"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with browser(tmp_path_factory.mktemp("profile")) as chrome:
        yield chrome


@pytest.fixture
def chrome(opened: Chrome, built: str) -> Iterator[Chrome]:
    """The browser on a wide window in daylight; nothing may have gone wrong when a test ends."""
    look(opened, dark=False)
    opened.set_window_size(1280, 900)
    assert complaints(opened) == []
    yield opened
    assert complaints(opened) == []
    abroad = [
        url for url in requests(opened) if url.startswith("http") and not url.startswith(built.removesuffix(PLACE))
    ]
    assert abroad == []


def look(chrome: Chrome, *, dark: bool) -> None:
    feature = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})


def wait(chrome: Chrome) -> WebDriverWait[Chrome]:
    return WebDriverWait(chrome, 30)


def text(chrome: Chrome, selector: str) -> str:
    return chrome.find_element(By.CSS_SELECTOR, selector).text


@pytest.mark.parametrize(
    ("path", "language", "words"), [("", "en", "Documentation as tests."), ("zh/", "zh", "把文档当测试。")]
)
def test_a_front_page_says_what_it_is_in_its_language(
    chrome: Chrome, built: str, path: str, language: str, words: str
) -> None:
    chrome.get(built + path)
    assert chrome.execute_script("return document.documentElement.lang") == language
    assert words in text(chrome, "article")
    assert "FP301 quote-differs" in text(chrome, "article")
    alternates = chrome.find_elements(By.CSS_SELECTOR, "link[hreflang]")
    assert {link.get_attribute("hreflang") for link in alternates} == {"en", "zh"}


def test_the_language_is_switched_on_the_same_page(chrome: Chrome, built: str) -> None:
    chrome.get(f"{built}guide/writing-diary/")
    for name, path in (("中文", "zh/guide/writing-diary/"), ("English", "guide/writing-diary/")):
        chrome.find_element(By.CSS_SELECTOR, ".md-header .md-select button").send_keys(Keys.ENTER)
        link = next(
            one
            for one in chrome.find_elements(By.CSS_SELECTOR, ".md-select__link")
            if name in str(one.get_attribute("innerText"))
        )
        chrome.execute_script("arguments[0].click()", link)
        wait(chrome).until(lambda one, path=path: one.current_url == built + path)


@pytest.mark.parametrize(
    ("path", "query", "address"),
    [
        ("", "drifted constant", "how-to/quotes/"),
        ("", "wikimem", "guide/getting-started/"),
        ("zh/", "陪伴", "zh/"),
        ("zh/", "提示词", "zh/"),
        ("zh/", "译文", "zh/how-to/translations/"),
        ("zh/", "占位字段", "zh/"),
    ],
)
def test_a_search_finds_words_of_the_language(chrome: Chrome, built: str, path: str, query: str, address: str) -> None:
    chrome.get(built + path)
    chrome.find_element(By.TAG_NAME, "body").send_keys("/")
    field = chrome.find_element(By.CSS_SELECTOR, ".md-search__input")
    wait(chrome).until(lambda one: one.switch_to.active_element == field)
    field.send_keys(query)
    found = wait(chrome).until(
        lambda one: [
            link.get_attribute("href") for link in one.find_elements(By.CSS_SELECTOR, ".md-search-result__link")
        ]
    )
    assert any(str(link).startswith(built + address) for link in found), found


def test_a_fence_is_copied_without_its_badge(chrome: Chrome, built: str) -> None:
    chrome.get(f"{built}tutorials/first-page/")
    button = wait(chrome).until(lambda one: one.find_elements(By.CSS_SELECTOR, ".md-code__button, .md-clipboard"))[0]
    ActionChains(chrome).move_to_element(button).click(button).perform()
    wait(chrome).until(lambda one: one.find_elements(By.CSS_SELECTOR, ".md-dialog.md-dialog--active"))
    chrome.execute_script("document.querySelector('article').prepend(document.createElement('textarea'))")
    field = chrome.find_element(By.CSS_SELECTOR, "article textarea")
    field.send_keys(Keys.CONTROL, "v")
    copied = str(field.get_attribute("value"))
    assert copied.strip() == str(chrome.find_element(By.CSS_SELECTOR, "pre code").get_attribute("textContent")).strip()
    assert copied
    assert "✓" not in copied


@pytest.mark.parametrize(("path", "words"), [("", "✓ quoted from wikimem:"), ("zh/", "✓ 引自 wikimem:")])
def test_badges_are_read_as_words(chrome: Chrome, built: str, path: str, words: str) -> None:
    chrome.get(f"{built}{path}guide/writing-diary/")
    badges = [badge.text for badge in chrome.find_elements(By.CSS_SELECTOR, ".fencepost-badge")]
    assert any(words in badge for badge in badges), badges
    assert all(badges)


@pytest.mark.parametrize("path", ["", "zh/"])
def test_the_verification_page_shows_every_page_of_both_languages(chrome: Chrome, built: str, path: str) -> None:
    chrome.get(f"{built}{path}verification/")
    picture = chrome.find_element(By.CSS_SELECTOR, ".fencepost-picture svg")
    assert picture.size["height"] > 500
    assert picture.get_attribute("aria-label")
    links = {link.get_attribute("href") for link in chrome.find_elements(By.CSS_SELECTOR, "table a")}
    assert {f"{built}guide/writing-diary/", f"{built}zh/guide/writing-diary/"} <= links
    contents = chrome.find_elements(By.CSS_SELECTOR, ".md-nav--secondary .md-nav__link")
    assert {str(one.get_attribute("href")).partition("#")[2] for one in contents} == {
        "picture",
        "pages",
        "skips",
        "translations",
    }


@pytest.mark.parametrize(
    "path", ["", "zh/", "verification/", "zh/reference/rules/", "how-to/site/", "explanation/comparison/"]
)
def test_nothing_sticks_out_on_a_phone(chrome: Chrome, built: str, path: str) -> None:
    chrome.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True}
    )
    try:
        chrome.get(built + path)
        assert chrome.execute_script("return document.scrollingElement.scrollWidth") == 360
    finally:
        chrome.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize(("dark", "scheme"), [(False, "default"), (True, "slate")])
def test_text_can_be_read_by_day_and_by_night(chrome: Chrome, built: str, dark: bool, scheme: str) -> None:
    look(chrome, dark=dark)
    chrome.get(f"{built}guide/writing-diary/")
    assert chrome.execute_script("return document.body.dataset.mdColorScheme") == scheme
    seen = chrome.execute_script(
        CONTRAST,
        [
            "article p",
            "article p a",
            "article h2",
            "article p code",
            "article pre code",
            ".fencepost-badge .fencepost-held",
            ".fencepost-badge .fencepost-open",
            ".md-nav__link",
            ".md-header__title",
            ".md-copyright",
        ],
    )
    assert {selector: ratio for selector, ratio in seen.items() if ratio is None or ratio < 4.5} == {}


def test_everything_is_reached_with_the_keyboard(chrome: Chrome, built: str) -> None:
    chrome.get(f"{built}verification/")
    body = chrome.find_element(By.TAG_NAME, "body")
    body.send_keys(Keys.TAB)
    first = chrome.switch_to.active_element
    assert "md-skip" in str(first.get_attribute("class"))
    first.send_keys(Keys.ENTER)
    reached = []
    for _ in range(12):
        chrome.switch_to.active_element.send_keys(Keys.TAB)
        reached.append(chrome.switch_to.active_element.get_attribute("role"))
    assert "region" in reached, reached
