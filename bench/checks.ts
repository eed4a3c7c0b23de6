import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkVersion } from '../networks/core/check.ts';
import type { MediaFacts, Rules, Version } from '../networks/core/limits.ts';
import { allRules } from '../networks/rules.ts';
import { openPage } from '../server/test/support/chromium.ts';
import { type Figure, figure, type Measurement, median } from './figures.ts';
import { root } from './service.ts';

export const checks: Measurement = {
  title: 'checking one post against a channel of every network, in Node and in Chromium',
  measure: measureChecks,
};

const ROUNDS = 200;
/** Characters. */
const SHORT = 280;
const LONG = 2800;

async function measureChecks(): Promise<Figure[]> {
  const node = timeChecks(allRules, checkVersion, describeCases());
  const browser = await timeInBrowser();
  const figures = ([short, long]: number[], where: string): Figure[] => [
    figure(`a post of ${SHORT} characters and four images, ${where}`, short ?? 0, 'ms', 2),
    figure(`ten times the text, ${where}`, (long ?? 0) / (short ?? 1), '×', 11),
  ];
  return [
    { name: 'networks', reached: allRules.length, unit: '' },
    ...figures(node.map(median), 'Node'),
    ...figures(browser.map(median), 'Chromium'),
  ];
}

/** Two posts that differ in the length of their text. */
function describeCases(): Version[] {
  const image: MediaFacts = {
    id: 1,
    kind: 'image',
    mimeType: 'image/jpeg',
    size: 800_000,
    width: 1200,
    height: 900,
    duration: null,
    animated: false,
    altText: 'The bell tower at dawn',
  };
  const words = 'The bells of Łódź ring at dawn 🔔 https://belfry.example/bells?at=6 #bells @ringer ';
  return [SHORT, LONG].map((length) => ({
    text: words.repeat(Math.ceil(length / words.length)).slice(0, length),
    settings: {},
    media: [image, image, image, image],
    files: new Map(),
    imageFit: 'pad',
  }));
}

/** Milliseconds of each round, by case. It must not use anything from outside, because the browser gets its source. */
function timeChecks(
  rules: readonly Rules[],
  check: typeof checkVersion,
  cases: Version[],
  rounds = 200,
): number[][] {
  return cases.map((version) =>
    Array.from({ length: rounds }, () => {
      const begin = performance.now();
      for (let turn = 0; turn < 10; turn += 1) for (const each of rules) check(each, {}, version);
      return (performance.now() - begin) / 10;
    }).slice(rounds / 2),
  );
}

async function timeInBrowser(): Promise<number[][]> {
  const { rolldown } = await import('rolldown');
  const from = (path: string) => JSON.stringify(join(root, path));
  const source = `
    import { allRules } from ${from('networks/rules.ts')};
    import { checkVersion } from ${from('networks/core/check.ts')};
    globalThis.timeAll = () => (${timeChecks})(allRules, checkVersion, (${describeCases})(), ${ROUNDS});`;
  const bundle = await rolldown({
    input: 'entry',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? pathToFileURL(join(root, 'entry.js')).href : null),
        load: (id) =>
          id.endsWith('/entry.js')
            ? source.replaceAll('SHORT', `${SHORT}`).replaceAll('LONG', `${LONG}`)
            : null,
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'iife' });
  const page = await openPage();
  try {
    await page.run(output[0].code);
    return (await page.run('timeAll()')) as number[][];
  } finally {
    await page.close();
  }
}
