/** Holds requests against Discord's own description of its API, of which `contract.json` is an extract. */
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { readMessage } from '../families/discord/testing/message.ts';
import type { FakeRequest } from '../testing/fake-server.ts';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required?: boolean }[];
  requestBody?: unknown;
}

const contract = JSON.parse(readFileSync(new URL('contract.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(contract, 'discord');

const root = '/discord.com/api/v10';

const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path: new RegExp(`^${root}${path.replaceAll(/\{\w+\}/g, '\\d+')}$`),
    operation,
    validate: validatorOf(path, method, operation),
  })),
);

function validatorOf(path: string, method: string, operation: Operation): ValidateFunction | undefined {
  if (operation.requestBody === undefined) return undefined;
  const pointer = path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
  const at = `#/paths/${pointer}/${method}/requestBody/content/application~1json/schema`;
  return ajv.compile({ $ref: `discord${at}` });
}

/** What differs from the contract, a sentence each. The sign-in is not part of it. */
export function findBreaches(requests: readonly FakeRequest[]): string[] {
  return requests.filter(({ path }) => !path.includes('/oauth2/')).flatMap(findBreach);
}

function findBreach(request: FakeRequest): string[] {
  const { method, path, query } = request;
  const found = operations.find((each) => each.method === method && each.path.test(path));
  if (found === undefined) return [`${method} ${path} is no operation.`];
  const known = found.operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name);
  const unknown = [...query.keys()].filter((name) => !known.includes(name));
  const { validate, name } = found;
  const isValid = validate?.(bodyOf(request)) ?? request.body.length === 0;
  return [
    ...unknown.map((each) => `${name} has no parameter “${each}”.`),
    ...(isValid ? [] : [`${name}: ${ajv.errorsText(validate?.errors)}`]),
  ];
}

/**
 * The contract wants the ids of attachments as texts. Discord's documents have numbers in requests:
 * https://docs.discord.com/developers/reference#uploading-files (2026-11-22)
 */
function bodyOf(request: FakeRequest): unknown {
  const text = JSON.stringify(readMessage(request)?.message);
  return JSON.parse(text.replaceAll(/"id":(\d)(?=[,}])/g, '"id":"$1"'));
}
