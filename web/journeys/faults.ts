/** Faults of a page: what axe finds, and controls that nobody can reach. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { Person } from './journey.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/**
 * What axe takes for a fault: a day that is named in full although it shows less; a menu, which lies beside the landmarks;
 * the library's guards at the ends of what opens, which hand the focus on.
 */
const expected: readonly [id: string, html: RegExp][] = [
  ['label-content-name-mismatch', /^<div role="gridcell"|^<button [^>]*_stripday_/],
  ['region', /^<div [^>]*role="menu"/],
  ['aria-hidden-focus', /^<span [^>]*data-base-ui-focus-guard/],
];

const isExpected = (id: string, { html }: Finding['nodes'][0]) =>
  expected.some(([ofId, ofHtml]) => id === ofId && ofHtml.test(html));

/** Not among those that axe applies unasked. */
const more = { 'target-size': { enabled: true } };

/** Every page that is opened from now on has axe. Each drawn page would compile its script anew. */
export const bringAxe = (page: Page) => page.addInitScript(axe);

/** What axe finds, one line for each element. Without `rules`, by all of its own. */
export async function findFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (await page.evaluate('globalThis.axe === undefined')) await page.evaluate(axe);
  const options = { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : { rules: more }) };
  const findings = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as {
    violations: Finding[];
  };
  return findings.violations.flatMap(({ id, nodes }) =>
    nodes
      .filter((node) => !isExpected(id, node))
      .map(
        ({ html, failureSummary = '' }) =>
          `${id}: ${html.slice(0, 160)} ${failureSummary.split('\n')[1] ?? ''}`,
      ),
  );
}

/** The rules whose findings differ between the themes. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Of what the page shows now. */
export async function findInThemes(page: Page): Promise<string[]> {
  const light = await findFaults(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findFaults(page, COLOURS);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 320, height: 700 };

const sizes = [
  ['768 px', { width: 768, height: 1024 }],
  ['640 px, which is 200 %', { width: 640, height: 512 }],
  ['390 px', { width: 390, height: 844 }],
  ['320 px, which is 400 %', { width: 320, height: 256 }],
] as const;

/** What people set who need more room between letters: WCAG 2.2, 1.4.12. */
const SPACING: string =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';

/** Controls that leave the screen at a side or are cut in their height, unless a person can scroll to the rest. */
const findCut = (page: Page) =>
  page.evaluate(`(() => {
    const faults = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push('scrolls sideways by ' + (scrollWidth - clientWidth));
    for (const one of document.querySelectorAll('a, button, input, select, textarea, summary, [tabindex="0"]')) {
      const { left, right, width, height } = one.getBoundingClientRect();
      const { clipPath, overflowY } = getComputedStyle(one);
      if (width <= 1 || height <= 1 || clipPath !== 'none' || !one.checkVisibility()) continue;
      let at = one.parentElement;
      while (at !== null && !/auto|scroll/.test(getComputedStyle(at).overflowX)) at = at.parentElement;
      const name = one.outerHTML.slice(0, 160);
      if (at === null && (left < -1 || right > clientWidth + 1)) faults.push('leaves the screen: ' + name);
      if (/hidden|clip/.test(overflowY) && one.scrollHeight > one.clientHeight + 1) faults.push('is cut: ' + name);
    }
    return faults;
  })()`) as Promise<string[]>;

/** On screens of four sizes, in colours of the system, and with wide letters. */
export async function findCutIn({ page, settled }: Person): Promise<string[]> {
  const faults: string[] = [];
  const look = async (how: string, size: typeof WIDE) => {
    await page.setViewportSize(size);
    await settled();
    faults.push(...(await findCut(page)).map((fault) => `${how}: ${fault}`));
  };
  await page.emulateMedia({ forcedColors: 'active' });
  await look('colours of the system', WIDE);
  await page.emulateMedia({ forcedColors: 'none' });
  for (const [how, size] of sizes) await look(how, size);
  const spacing = await page.addStyleTag({ content: SPACING });
  await look('wide letters', NARROW);
  await spacing.evaluate('(element) => element.remove()');
  await page.setViewportSize(WIDE);
  return faults;
}
