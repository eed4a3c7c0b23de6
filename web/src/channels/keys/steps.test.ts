import { allNetworks } from '@belfry/networks/index.ts';
import { expect, test } from 'vitest';
import { readSteps } from './steps.ts';

const redirect = 'http://localhost:4600/connect/callback';

test('a guide has a step for each line, with pages to open and values to enter', () => {
  const guide = `Open https://a.example/apps.\nEnter ${redirect}, exactly.\nAdd https://www.googleapis.com/auth/a, and b.`;
  expect(readSteps(guide, [redirect, null])).toEqual([
    [
      { text: 'Open ', kind: 'text' },
      { text: 'https://a.example/apps', kind: 'page' },
      { text: '.', kind: 'text' },
    ],
    [
      { text: 'Enter ', kind: 'text' },
      { text: redirect, kind: 'value' },
      { text: ', exactly.', kind: 'text' },
    ],
    [
      { text: 'Add ', kind: 'text' },
      { text: 'https://www.googleapis.com/auth/a', kind: 'value' },
      { text: ', and b.', kind: 'text' },
    ],
  ]);
});

test('an address alone, or with brackets and quotes around it, is read whole', () => {
  const texts = [
    'https://a.example/?b=1#c',
    '(https://a.example/b), “https://a.example”: https://a.example/c;',
  ];
  const pages = readSteps(texts.join('\n'), [])
    .flat()
    .filter(({ kind }) => kind === 'page');
  expect(pages.map(({ text }) => text)).toEqual([
    'https://a.example/?b=1#c',
    'https://a.example/b',
    'https://a.example',
    'https://a.example/c',
  ]);
});

test('nothing but an address of the web is a page', () => {
  const steps = readSteps('javascript:alert(1) <b>data:text/html,x</b> //a.example ftp://a.example', []);
  expect(steps.flat().map(({ kind }) => kind)).toEqual(['text']);
});

const guides = allNetworks.flatMap(({ app, rules }) => (app ? [[rules.platform, app.guide] as const] : []));

test.each(guides)(
  'no word of the guide of %s is lost, and its pages are valid addresses',
  (_platform, guide) => {
    const filled = guide.replaceAll('{redirect}', redirect);
    const steps = readSteps(filled, [redirect]);
    expect(steps.map((step) => step.map(({ text }) => text).join('')).join('\n')).toBe(filled);
    const pages = steps.flat().filter(({ kind }) => kind === 'page');
    expect(pages.filter(({ text }) => !/^https:\/\/[\w./-]+\w$/.test(text))).toEqual([]);
  },
);
