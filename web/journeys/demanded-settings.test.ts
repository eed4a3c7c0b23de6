/** Settings that networks demand, of every network: the composer names each, and a person can answer it in the form. */
import type { Json, JsonObject, JsonSchema } from '@belfry/networks/core/json.ts';
import type { Rules } from '@belfry/networks/core/limits.ts';
import { allRules } from '@belfry/networks/rules.ts';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { checkAgainst } from '../../server/src/validation/index.ts';
import { insertOne } from '../../server/test/support/thing-rows.ts';
import { kindOf, propertiesOf } from '../src/composer/settings/schema.ts';
import { hasChromium, openJourney } from './journey.ts';

/** Milliseconds of rest after which the composer asks the service what it would refuse. */
const REST = 2000;

/** A setting with its names, from the outside to the inside. */
interface Field {
  path: readonly string[];
  schema: JsonSchema;
}

type Answers = readonly (readonly [Field, Json])[];

const fieldOf = (path: readonly string[], settings: JsonSchema): Field => ({
  path,
  schema: path.reduce((outer, name) => Object.fromEntries(propertiesOf(outer))[name] ?? {}, settings),
});

/** The first setting of each group that demands more then, such as the question of a poll. */
function listBeginnings({ settings }: Rules): Answers {
  return propertiesOf(settings).flatMap(([name, group]) => {
    const [first] = group['required'] === undefined ? [] : propertiesOf(group);
    return first === undefined ? [] : [answerTo(fieldOf([name, first[0]], settings))];
  });
}

/** The settings that decide what the network demands. */
function listTurns({ settings }: Rules): Answers {
  const conditions = propertiesOf(settings['if'] as JsonSchema | undefined);
  return conditions.map(([name, { const: value }]) => [fieldOf([name], settings), value as Json]);
}

function listMissing({ settings }: Rules, given: JsonObject): Answers {
  const missing = checkAgainst(settings, given, 'settings');
  return missing.map(({ field }) => answerTo(fieldOf(field.split('.').slice(1), settings)));
}

const answerTo = (field: Field) => [field, valueFor(field.schema)] as const;

/** A value that the schema takes. */
function valueFor({ const: only, enum: values, type, minimum, pattern }: JsonSchema): Json {
  if (only !== undefined) return only as Json;
  if (Array.isArray(values)) return values.at(-1);
  if (type === 'boolean') return false;
  if (type === 'integer') return Number(minimum);
  if (type === 'array') return ['Noon', 'Never'];
  const texts = ['7', 'https://tower.example/'];
  return texts.find((one) => new RegExp(String(pattern)).test(one)) ?? 'Bells';
}

/** What is stored. */
function withAnswer(given: JsonObject, [{ path, schema }, value]: Answers[number]): JsonObject {
  const [name = '', ...inner] = path;
  const { [name]: before, ...others } = given;
  if (value === schema['default']) return others;
  const group = (before ?? {}) as JsonObject;
  return {
    ...others,
    [name]: inner.length === 0 ? value : withAnswer(group, [{ path: inner, schema }, value]),
  };
}

const rowOf = (page: Page, { name }: Rules) =>
  page.locator('details', { has: page.getByText(name, { exact: true }) });

/** As a person does it. */
async function answer(page: Page, rules: Rules, [{ schema }, value]: Answers[number]): Promise<void> {
  const field = rowOf(page, rules)
    .getByLabel(new RegExp(`^${schema['title']}`))
    .first();
  const kind = kindOf(schema);
  if (kind === 'consent') await field.check();
  else if (kind === 'question') await field.selectOption({ label: value === true ? 'Yes' : 'No' });
  else if (Array.isArray(schema['enum'])) await field.selectOption(String(value));
  else await field.fill(Array.isArray(value) ? value.join('\n') : String(value));
}

describe.skipIf(!hasChromium)('what networks demand', async () => {
  const journey = await openJourney();
  const { service } = journey;
  afterAll(() => journey.close());
  const begin = (rules: Rules) => [...listBeginnings(rules), ...listTurns(rules)].reduce(withAnswer, {});
  const demanding = allRules.filter((rules) => listMissing(rules, begin(rules)).length > 0);
  const connect = ({ platform }: Rules) =>
    insertOne(
      service,
      `insert into channels (workspace_id, platform, account_id, name, username)
       values ($1, $2, $2, 'Ada', 'ada') returning id`,
      [service.workspaceId, platform],
    );

  test('is named by its title and answered in the form, on every network', async () => {
    const { page, foreign, errors, settled } = await journey.enter();
    await page.clock.install({ time: service.clock.now() });
    const ids: number[] = [];
    for (const rules of demanding) ids.push(await connect(rules));
    await page.goto(`/write?channel=${ids.join(',')}`);
    await page.getByRole('textbox', { name: 'Text' }).fill('The bells ring at nine.');
    for (const rules of demanding) await rowOf(page, rules).locator('summary').click();

    let given = demanding.map((rules): [Rules, JsonObject] => [rules, {}]);
    const causes = page.locator('[data-cause*=" settings."] p');
    const said = async () =>
      (await causes.allInnerTexts()).map((text) => text.replace(/^(.+) needs .*“(.+)”\.$/, '$1: $2'));
    /** Answers these, and expects that the composer names all that is missing then. */
    const give = async (answersOf: (rules: Rules, settings: JsonObject) => Answers) => {
      for (const [rules, settings] of given)
        for (const each of answersOf(rules, settings)) await answer(page, rules, each);
      given = given.map(([rules, settings]) => [
        rules,
        answersOf(rules, settings).reduce(withAnswer, settings),
      ]);
      await page.clock.runFor(REST);
      await settled();
      const missing = given.flatMap(([rules, settings]) =>
        listMissing(rules, settings).map(([{ schema }]) => `${rules.name}: ${schema['title']}`),
      );
      await expect.poll(said).toEqual(missing);
      // Each field says so itself, too.
      expect(await page.locator('details [aria-invalid="true"][aria-describedby]').count()).toBe(
        missing.length,
      );
      return missing.length;
    };
    expect(await give((rules) => [...listBeginnings(rules), ...listTurns(rules)])).toBe(demanding.length);
    expect(await give(listMissing)).toBe(0);
    const turnBack = (rules: Rules): Answers =>
      listTurns(rules).map(([field]) => [field, field.schema['default'] as Json]);
    expect(await give(turnBack)).toBeGreaterThan(0);
    expect(await give(listMissing)).toBe(0);

    const stored = async () => {
      const id = Number(/\/write\/(\d+)/.exec(page.url())?.[1]);
      const { targets } = (await service.call('getPost', { params: { id } })).data;
      return targets.map(({ settings }) => settings);
    };
    await expect.poll(stored).toEqual(given.map(([, settings]) => settings));
    expect([foreign, errors]).toEqual([[], []]);
  });
});
