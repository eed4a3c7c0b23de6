import { expect, test } from 'vitest';
import type { JsonSchema } from './core/json.ts';
import { allRules } from './rules.ts';

const keyword = '"x-belfry":"consent"';
const declaring = allRules.filter(({ settings }) => JSON.stringify(settings).includes(keyword));

test.each(declaring.map(({ platform, settings }) => [platform, settings] as const))(
  '%s asks for consent at the top level of its settings, by a sentence, and accepts only true',
  (_, settings) => {
    const properties = Object.entries(settings.properties as Record<string, JsonSchema>);
    const asking = properties.filter(([, inner]) => inner['x-belfry'] === 'consent');
    expect(JSON.stringify(settings).split(keyword)).toHaveLength(asking.length + 1);
    for (const [name, inner] of asking) {
      expect(inner).toMatchObject({ type: 'boolean', const: true, 'x-code': expect.any(String) });
      expect(inner.description, name).toMatch(/\S.*\.$/);
      expect(inner).not.toHaveProperty('default');
    }
  },
);

test('TikTok asks for consent', () => {
  expect(declaring.map(({ platform }) => platform)).toContain('tiktok');
});
