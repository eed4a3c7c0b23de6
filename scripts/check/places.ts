/**
 * Checks rules that imports cannot show: the places of SQL, of the environment, of the names of networks, and of parts of the
 * app that are loaded later.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Place {
  rule: string;
  pattern: RegExp;
  /** Globs. */
  searched: readonly string[];
  /** Files in which it is allowed. */
  allowed: RegExp;
}

/** The first words of a literal with a statement. Prose begins with other words or with a capital. */
const STATEMENTS =
  'select|insert into|update [a-z_]+|delete from|with [a-z_]+ as|(?:create|alter|drop) (?:table|index)|listen|notify';
const TEST = /\.test\.tsx?$/;

/** Returns the findings below `root`: rule, file, line and text. */
export function findMisplaced(root: string): string[] {
  return placesIn(root).flatMap(({ rule, pattern, searched, allowed }) =>
    globSync([...searched], { cwd: root, exclude: (path) => path.includes('node_modules') })
      .sort()
      .filter((file) => !allowed.test(file))
      .flatMap((file) =>
        linesWith(pattern, readFileSync(join(root, file), 'utf8')).map((at) => `${rule}: ${file}:${at}`),
      ),
  );
}

function placesIn(root: string): Place[] {
  return [
    {
      rule: 'sql-in-stores-only',
      pattern: new RegExp(String.raw`['"\`]\s*(?:${STATEMENTS}|${STATEMENTS.toUpperCase()})\s`, 'g'),
      searched: ['server/src/**/*.ts'],
      allowed: new RegExp(String.raw`/(store|journal|sql)\.ts$|^server/src/db/|${TEST.source}`),
    },
    {
      rule: 'queue-in-lanes-only',
      pattern: /\b(?:next_due_at|busy_until|paused_until|check_at|due_at)\b/g,
      searched: ['server/src/**/*.ts'],
      allowed: new RegExp(`^server/src/(lanes/|data/exports/sections/)|${TEST.source}`),
    },
    {
      // Exports and erasures have columns of the same names, webhooks have leases.
      rule: 'leases-in-lanes-only',
      pattern: /\b(?:wake_at|lease_id|held_by)\b/g,
      searched: ['server/src/**/*.ts'],
      allowed: new RegExp(
        `^server/src/(lanes/|data/|webhooks/sending/|operation/figures/store\\.ts$)|${TEST.source}`,
      ),
    },
    {
      // The API shows `paused_at`, so others may read it.
      rule: 'marks-in-lanes-only',
      pattern: /\b(?:asking = (?:true|false)|paused_at = (?:null|clock_now))\b/g,
      searched: ['server/src/**/*.ts'],
      allowed: new RegExp(`^server/src/lanes/|${TEST.source}`),
    },
    {
      rule: 'environment-in-config-only',
      pattern: /\bprocess\.env\b|\bimport\.meta\.env\b/g,
      searched: ['{networks,contract,messages,engine,server/src,sdk,cli,web}/**/*.{ts,tsx}'],
      allowed: new RegExp(String.raw`^server/src/config/config\.ts$|^cli/main\.ts$|${TEST.source}`),
    },
    {
      rule: 'lazy-in-part-only',
      pattern: /\blazy\(/g,
      searched: ['web/src/**/*.{ts,tsx}'],
      allowed: /^web\/src\/data\/part\.ts$/,
    },
    {
      rule: 'no-network-names',
      pattern: namesOfNetworks(root),
      searched: ['{server/src,web/src,engine}/**/*.{ts,tsx}'],
      // Tests may name networks such as the sandbox. The app offers it to newcomers.
      allowed: new RegExp(String.raw`^web/src/(doors/first-channel\.tsx|data/sandbox\.ts)$|${TEST.source}`),
    },
  ];
}

/** A platform as a literal, a folder or the start of an identifier, but not a word of prose ("threads", "line"). */
function namesOfNetworks(root: string): RegExp {
  const names = globSync('networks/*/rules.ts', { cwd: root })
    .map((file) => file.split('/')[1] ?? '')
    // A name of one letter would be found in every other word.
    .filter((name) => name.length > 1);
  const all = names.join('|');
  return new RegExp(String.raw`['"\`](?:${all})['"\`]|/(?:${all})/|\b(?:${all})(?=[A-Z]\w)`, 'g');
}

function linesWith(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map(({ index, 0: found }) => {
    const line = text.slice(0, index).split('\n').length;
    return `${line} ${found.trim().replaceAll(/\s+/g, ' ')}`;
  });
}
