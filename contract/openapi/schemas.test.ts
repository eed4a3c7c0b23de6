import { expect, test } from 'vitest';
import { known, named } from '../named.ts';
import { AnyObject, closed, filter, nullable } from '../shapes.ts';
import { Type } from '../type.ts';
import { Schemas } from './schemas.ts';

const Bell = named('Bell', closed({ name: Type.String() }, { description: 'A bell.' }));
const ref = { $ref: '#/components/schemas/Bell' };

test('a named shape is written once, also where it is optional, nullable or a copy', () => {
  const schemas = new Schemas();
  const written = schemas.write(
    closed({ a: Bell, b: Type.Optional(Bell), c: nullable(Bell), d: { ...Bell, description: 'Another.' } }),
    'answer',
  );
  expect(written['properties']).toEqual({
    a: ref,
    b: ref,
    c: { anyOf: [ref, { type: 'null' }] },
    d: { ...ref, description: 'Another.' },
  });
  expect(written['required']).toEqual(['a', 'c', 'd']);
  expect(schemas.named).toEqual({
    Bell: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' } },
      description: 'A bell.',
    },
  });
});

test('a request is closed', () => {
  expect(new Schemas().write(closed({}), 'request')).toMatchObject({ additionalProperties: false });
  expect(new Schemas().write(AnyObject, 'request')).toMatchObject({ additionalProperties: true });
});

test('an object cannot be in requests and in answers under one name, but a value can', () => {
  const schemas = new Schemas();
  schemas.write(Bell, 'request');
  expect(() => schemas.write(Bell, 'answer')).toThrow('The shape Bell is used in requests and in answers.');
  const Tone = named('Tone', Type.Enum(['low', 'high']));
  expect(schemas.write(Tone, 'request')).toEqual(schemas.write(Tone, 'answer'));
});

test('known values are listed, and others are allowed', () => {
  const schemas = new Schemas();
  const values = ['low', 'high'] as const;
  expect(schemas.write(known(values), 'answer')).toEqual({
    anyOf: [{ type: 'string', enum: values }, { type: 'string' }],
  });
  schemas.write(named('Tone', known(values, { description: 'A tone.' })), 'answer');
  expect(schemas.named).toEqual({
    KnownTone: { type: 'string', enum: values },
    Tone: { description: 'A tone.', anyOf: [{ $ref: '#/components/schemas/KnownTone' }, { type: 'string' }] },
  });
});

test('keywords that only the server reads are left out', () => {
  const schemas = new Schemas();
  expect(schemas.write(filter(Type.Integer()), 'request')).toEqual({ type: 'integer' });
  expect(schemas.write(Type.Object({}, { plain: true, readOnly: true }), 'request')).toEqual({
    type: 'object',
    properties: {},
  });
  expect(schemas.write(Type.String({ format: 'line' }), 'request')).toEqual({ type: 'string' });
  expect(schemas.write(Type.String({ format: 'email-address' }), 'request')).toEqual({
    type: 'string',
    format: 'email',
  });
});

test('files are binary, and maps have values', () => {
  const schemas = new Schemas();
  const file = Type.String({ contentMediaType: 'application/octet-stream' });
  expect(schemas.write(file, 'request')).toMatchObject({ type: 'string', format: 'binary' });
  expect(schemas.write(Type.Record(Type.String(), Bell), 'answer')).toEqual({
    type: 'object',
    additionalProperties: ref,
  });
});
