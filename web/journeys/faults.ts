/** What axe finds on a page. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

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

/** What axe finds, one line for each element. Without `rules`, by all of its own. */
export async function findFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(axe);
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
