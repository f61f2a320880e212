"""The catalogue of rules: what each code means, why it matters, how to mend it.

The command, the documentation and the reports read it; a code never changes its meaning.
"""

from __future__ import annotations

import re

from fencepost.model import Finding, Rule, Severity

CATALOGUE: tuple[Rule, ...] = (
    Rule(
        "FP101",
        "unclosed-fence",
        "A fence is opened and never closed.",
        "The site prints it as text while GitHub shows the rest of the page as code.",
        "Close it with the same run of backticks or tildes, at the same column.",
    ),
    Rule(
        "FP102",
        "closing-line-mismatched",
        "A line looks like the end of the fence, but the site does not take it for one.",
        "The site goes on with the code block to a later line, so that prose and other fences vanish in it.",
        "Give the closing line the same length and the same column as the opening one.",
    ),
    Rule(
        "FP103",
        "info-string-not-rendered",
        "The site will not render a fence with this info string.",
        "Bare words and unknown keys behind the language make it print the whole fence as inline code.",
        "Move the options into a directive above the fence.",
    ),
    Rule(
        "FP104",
        "unknown-directive",
        "A directive has an unknown name, key, flag or value.",
        "What was meant is not checked.",
        "Correct the word. The message gives the nearest right one, or says what is taken.",
    ),
    Rule(
        "FP105",
        "stray-directive",
        "A directive governs nothing, or stands where it may not.",
        "What was meant is not checked.",
        "Put it directly above its fence, in the same list item, tab or quote.",
    ),
    Rule(
        "FP106",
        "reason-missing",
        "A `skip`, `differs` or `ignore` gives no reason.",
        "Nobody can tell later whether it is still needed.",
        'Add `reason="…"`.',
    ),
    Rule(
        "FP107",
        "unexplained-fate",
        "A fence has no fate that could be explained.",
        "A fence that nobody accounts for is a fence that nobody checks.",
        "Say what is meant with a directive.",
    ),
    Rule(
        "FP108",
        "data-does-not-parse",
        "A fence of JSON, YAML, TOML or the like does not parse.",
        "A reader who copies it gets an error.",
        "Correct it, or tag the fence `text` when it is not meant to be data.",
    ),
    Rule(
        "FP109",
        "python-does-not-parse",
        "A Python fence does not parse.",
        "A reader who copies it gets a SyntaxError.",
        "Correct it, or tag the fence `text` when it is not meant to be code.",
    ),
    Rule(
        "FP110",
        "undefined-name",
        "A name is used that nothing on the page defines.",
        "A reader who follows the page gets a NameError.",
        "Define it in an earlier fence or in a hidden `setup`.",
    ),
    Rule(
        "FP111",
        "directive-printed",
        "The site would print this directive.",
        "Readers would see it.",
        "In an indented container, take the blank lines out of its body.",
    ),
    Rule(
        "FP112",
        "snippet-not-found",
        "An included snippet was not found, or cannot be read.",
        "The site leaves the include out, or cannot be built.",
        "Correct the path, or add its folder to the snippet extension's `base_path`.",
    ),
    Rule(
        "FP113",
        "no-longer-needed",
        "An `ignore`, a `differs` or an entry of the baseline is no longer needed.",
        "It would hide the next fault.",
        "Remove it.",
        "warning",
    ),
    Rule(
        "FP114",
        "page-unreadable",
        "A page cannot be read.",
        "Nothing on it is checked.",
        "Save it as UTF-8, or exclude it in the settings' `pages`.",
    ),
    Rule(
        "FP115",
        "shell-does-not-parse",
        "A shell fence does not parse.",
        "A reader who copies it gets an error.",
        "Correct it, or tag the fence `text`.",
    ),
    Rule(
        "FP116",
        "name-supplied",
        "A name that the page does not define is supplied while its fences run.",
        "A reader who copies the fence alone has to bring it along.",
        "Define it on the page if readers should see how; name another value in the settings' `names` if one is meant.",
        "info",
    ),
    Rule(
        "FP117",
        "snippet-not-read",
        "A snippet is fetched or made when the site is built.",
        "Nothing of what it brings to the page is checked: a check fetches and builds nothing.",
        "Copy the text into a file of the project if it should be checked.",
        "info",
    ),
    Rule(
        "FP201",
        "fence-raised",
        "A fence raised an exception.",
        "The example does not work.",
        'Mend the example; if it is meant to fail, say `run raises="Type: text"` above it.',
    ),
    Rule(
        "FP202",
        "output-differs",
        "What was printed is not what the page shows.",
        "Readers see a result that they will not get.",
        "Correct the page, or let `fencepost check --run --fix` rewrite it.",
    ),
    Rule(
        "FP203",
        "error-differs",
        "An expected error is missing or different.",
        "The page shows a message that nobody will ever see, or an example that has begun to work.",
        "Correct the page, or let `fencepost check --run --fix` rewrite it.",
    ),
    Rule(
        "FP204",
        "request-refused",
        "The provider would refuse this request.",
        "With a real key the example fails.",
        "Correct the request; the message names the provider's rule.",
    ),
    Rule(
        "FP205",
        "network-refused",
        "A fence tried to reach a host outside the machine.",
        "Its outcome would depend on the network, and keys could leave the machine.",
        "Script the reply with `model`, serve it locally, or name the host in the settings' `hosts`.",
    ),
    Rule(
        "FP206",
        "timed-out",
        "A fence did not end in time.",
        "A reader who copies it waits for ever.",
        "Make it end, or raise the limit with `run timeout=…`.",
    ),
    Rule(
        "FP207",
        "skip-not-needed",
        "A skipped fence passes.",
        "The skip hides the next fault.",
        "Remove the `skip`.",
    ),
    Rule(
        "FP208",
        "reply-not-asked-for",
        "A scripted reply was never asked for.",
        "The script and the example have drifted apart.",
        "Remove the reply, or mend the example so that it asks for it.",
    ),
    Rule(
        "FP209",
        "script-wrong",
        "The script of the model cannot be used.",
        "The example is not tested as meant.",
        "Correct the line that the message names.",
    ),
    Rule(
        "FP210",
        "expectation-failed",
        "A request was not as its `expect` says.",
        "The example sends something else than the page describes.",
        "Mend the example or the expectation.",
    ),
    Rule(
        "FP211",
        "reply-unscripted",
        "A model reply was made up for want of a script.",
        "What the example prints is arbitrary.",
        "Script the reply with `model` where its text matters.",
        "info",
    ),
    Rule(
        "FP212",
        "command-not-allowed",
        "A shell fence is to be run, and the settings do not allow one of its commands.",
        "The fence is not run, so that nobody knows whether it works.",
        "Add the command to the settings' `shell`, or take the `run` directive away.",
    ),
    Rule(
        "FP301",
        "quote-differs",
        "A quoted block differs from its source.",
        "Readers copy a text that the code does not use.",
        "Run `fencepost check --fix` to take over the source, or change the constant.",
    ),
    Rule(
        "FP302",
        "source-not-found",
        "The source of a quote was not found.",
        "The quote is held to nothing.",
        "Correct the name, or allow the import in the settings when it cannot be read.",
    ),
    Rule(
        "FP303",
        "selection-empty",
        "A selection, a pattern or an exception matches nothing.",
        "A check that matches nothing would always pass.",
        "Correct the pattern or remove it.",
    ),
    Rule(
        "FP304",
        "agreement-broken",
        "A line that several sources share is missing or reworded in one of them.",
        "The same rule is written in two ways, and nobody knows which one holds.",
        "Use one wording in all of them, or name the line in `except`.",
    ),
    Rule(
        "FP305",
        "translation-out-of-step",
        "A translated block is out of step with its source.",
        "Readers of the two languages get different rules.",
        "Bring the rewrite in step: the same fields, rules, keys, URLs and code spans.",
    ),
    Rule(
        "FP306",
        "looks-like-a-copy",
        "A block looks like a copy of a constant.",
        "Nothing holds the copy to its source.",
        "Bind it with `quote`, or say `ignore FP306` with a reason.",
        "warning",
    ),
    Rule(
        "FP307",
        "control-character",
        "A source holds a control character.",
        "It is nearly always an unescaped backslash, and the page copies the fault.",
        "Double the backslash, or use a raw string.",
    ),
    Rule(
        "FP308",
        "template-does-not-render",
        "A quoted template does not render as declared.",
        "Used as the page says, it crashes.",
        "Double the literal braces and declare a value for each field.",
    ),
    Rule(
        "FP401",
        "page-missing",
        "A page has no translation.",
        "Readers of that language do not find it.",
        "Translate it, or leave the language out for this page.",
    ),
    Rule(
        "FP402",
        "headings-differ",
        "The headings of the two pages are not of the same levels in the same order.",
        "A section is missing on one side, and links to it break.",
        "Bring the sections in step.",
    ),
    Rule(
        "FP403",
        "fences-differ",
        "A fence of one page has no counterpart on the other.",
        "An example is missing on one side.",
        "Bring the fences in step.",
    ),
    Rule(
        "FP404",
        "one-side-parses",
        "Of two matching fences only one parses.",
        "One of the two was damaged in translation.",
        "Correct the side that does not parse.",
    ),
    Rule(
        "FP405",
        "code-differs",
        "The code of two matching fences differs in more than a translation may change.",
        "One side is stale or wrong.",
        'Bring the code in step, or say `differs reason="…"`.',
    ),
    Rule(
        "FP406",
        "string-fields-differ",
        "The fields, URLs or numbers of a translated string differ.",
        "The translation lost something that the code needs.",
        "Bring them in step.",
    ),
    Rule(
        "FP407",
        "identifier-missing",
        "An identifier of one page stands nowhere on the other.",
        "A passage may be missing or stale.",
        "Look at the passage on both sides.",
        "warning",
    ),
    Rule(
        "FP408",
        "older-than-twin",
        "A page is older than its twin.",
        "It may lack what the twin gained.",
        "Look at the twin's changes.",
        "info",
    ),
    Rule(
        "FP409",
        "contract-missing",
        "A contract or a hidden check of one page is missing on its twin.",
        "One language is checked and the other is not.",
        "Add the directive to the other page.",
    ),
    Rule(
        "FP410",
        "structure-differs",
        "Tables, tabs or lists of the two pages differ in shape.",
        "A row, a tab or an item may be missing.",
        "Bring them in step.",
        "warning",
    ),
    Rule(
        "FP501",
        "link-to-missing-page",
        "A link leads to a page or file that does not exist, or to a label that its page does not define.",
        "Readers get a page that says 404.",
        "Correct the path.",
    ),
    Rule(
        "FP502",
        "link-to-missing-anchor",
        "A link leads to an anchor that its page does not have.",
        "Readers land at the top of the page.",
        "Correct the fragment, or add the id to the heading.",
    ),
    Rule(
        "FP901",
        "settings-wrong",
        "The settings cannot be used.",
        "Nothing was checked.",
        "Correct the key that the message names.",
    ),
    Rule(
        "FP902",
        "nothing-to-check",
        "No page was found.",
        "A check of nothing would always pass.",
        "Correct the path or the settings' `pages`.",
    ),
    Rule(
        "FP903",
        "cannot-run",
        "Fences cannot be run here.",
        "What was asked for was not done.",
        "Install what the message names.",
    ),
    Rule(
        "FP904",
        "plugin-failed",
        "A plugin cannot be used, or one of its parts raised an exception.",
        "What the plugin should check was not checked.",
        "Mend the plugin, or take its name out of the settings' `plugins`.",
    ),
)

RULES: dict[str, Rule] = {rule.code: rule for rule in CATALOGUE}


_FOREIGN = re.compile(r"(?!FP)[A-Z]+[0-9]{3}")


def is_foreign(code: str) -> bool:
    """Whether a code has the form that those of plugins have: capital letters, but not FP first, and three digits."""
    return _FOREIGN.fullmatch(code) is not None


def rule_of(finding: Finding) -> Rule:
    """The rule that a finding breaks: the one that it carries, as those of plugins do, else the catalogue's."""
    return finding.rule or RULES[finding.code]


def severity_of(finding: Finding) -> Severity:
    """The severity that a finding has by itself, else its rule's default."""
    return finding.severity or rule_of(finding).severity
