// Text of strangers is text: nothing of it ran, nothing hides in it, all of it is shown.

/**
 * What is never shown raw: `is_hidden` of src/record/hidden.rs in other words,
 * so that a gap in one of the two lists is seen.
 *
 * Line feed and tab pass, and variation selectors: emoji and kanji need them.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/u;
const ORDINARY = /[\n\t\p{Variation_Selector}]/u;

const isHidden = (character) => HIDDEN.test(character) && !ORDINARY.test(character);
const token = (character) => `⟨U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`;

/** The text as a page shows it. */
export const shown = (text) =>
  [...text].map((character) => (isHidden(character) ? token(character) : character)).join("");

/** Nothing but the site's own files ran or could run. */
export async function quiet(page) {
  return page.evaluate(() => {
    const defects = [];
    if (window.__canary !== undefined) defects.push(`a script of the text ran: ${window.__canary}`);
    for (const script of document.scripts) {
      if (!script.hasAttribute("src") || script.textContent.trim() !== "")
        defects.push(`inline code: ${script.outerHTML.slice(0, 80)}`);
    }
    for (const element of document.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name) || name === "style") defects.push(`the attribute ${name} on ${element.localName}`);
        if (/^\s*(javascript|data|vbscript):/i.test(value))
          defects.push(`the attribute ${name} is ${value.slice(0, 60)}`);
      }
      if (/^(iframe|object|embed|base|form|style|frame|portal)$/.test(element.localName)) {
        defects.push(`an element ${element.localName}: ${element.outerHTML.slice(0, 80)}`);
      }
    }
    return defects;
  });
}

/** No hidden character is in the page as it is. */
export async function visible(page) {
  const html = await page.evaluate(() => document.documentElement.outerHTML);
  const found = new Set([...html].filter(isHidden).map(token));
  return found.size === 0 ? [] : [`the page holds the hidden characters ${[...found].sort().join(" ")}`];
}

/** Every one of `texts` is on the page, whole and with its hidden characters as tokens. */
export async function complete(page, texts) {
  const content = await page.evaluate(() => document.documentElement.textContent);
  return texts
    .filter((text) => !content.includes(shown(text)))
    .map((text) => `the page does not show ${JSON.stringify(text.slice(0, 60))}`);
}
