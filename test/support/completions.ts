import type { Page } from 'playwright-core';

/**
 * The list of completions while `type` runs: whether it was ever dimmed, which is how the editor shows that
 * it ignores clicks on its options.
 */
export async function isDimmedWhile(page: Page, type: () => Promise<void>): Promise<boolean> {
  const list = await page.locator('.cm-tooltip-autocomplete').elementHandle();
  const dimmed = await list?.evaluateHandle((element) => {
    const seen = { dimmed: false };
    const look = () => {
      seen.dimmed ||= element.classList.contains('cm-tooltip-autocomplete-disabled');
    };
    look();
    new MutationObserver(look).observe(element, { attributes: true });
    return seen;
  });
  await type();
  return (await dimmed?.evaluate((seen) => seen.dimmed)) ?? true;
}
