/** How the driver returns PostgreSQL's types, with the parsers that `db/database.ts` sets. */
import type { Kind, Shape } from './shape.ts';

/** By OID, from `pg_type`. A type that is not listed here is a finding. */
const KINDS: Readonly<Record<number, Kind>> = {
  16: 'boolean',
  17: 'bytes',
  18: 'string', // "char"
  19: 'string', // name
  20: 'number', // int8
  21: 'number', // int2
  23: 'number', // int4
  25: 'string', // text
  26: 'number', // oid
  700: 'number', // float4
  701: 'number', // float8
  1043: 'string', // varchar
  1082: 'date', // date
  1184: 'string', // timestamptz
  1700: 'string', // numeric
  2278: 'string', // void
  2950: 'string', // uuid
  3220: 'string', // pg_lsn
};

/** Arrays, by the OID of the array. */
const ITEMS: Readonly<Record<number, Kind>> = {
  1000: 'boolean', // bool[]
  1001: 'bytes', // bytea[]
  1002: 'string', // "char"[]
  1003: 'string', // name[]
  1005: 'number', // int2[]
  1007: 'number', // int4[]
  1009: 'string', // text[]
  1015: 'string', // varchar[]
  1016: 'number', // int8[]
  1022: 'number', // float8[]
  1231: 'string', // numeric[]
  1185: 'date', // timestamptz[]
  2951: 'string', // uuid[]
};

const JSON_TYPES: readonly number[] = [114, 3802];

/** Undefined: not listed. The shape of JSON is open. */
export function shapeOfSqlType(oid: number): Shape | undefined {
  if (JSON_TYPES.includes(oid)) return { kinds: [], isOpen: true };
  const kind = KINDS[oid];
  if (kind !== undefined) return { kinds: [kind] };
  const item = ITEMS[oid];
  return item && { kinds: ['array'], items: { kinds: [item] } };
}
