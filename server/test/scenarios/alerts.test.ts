/** Tests the alert rules with Prometheus' own tool and the cases in docs/prometheus-alerts.test.yml. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { NEARLY_FULL } from '../../src/base/disks.ts';

const docs = join(import.meta.dirname, '../../../docs');
const [rules, cases] = [join(docs, 'prometheus-alerts.yml'), join(docs, 'prometheus-alerts.test.yml')];

const promtool = (...args: string[]) =>
  promisify(execFile)('promtool', args).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${error.stdout}${error.stderr}`);
  });

test('Prometheus accepts the rules, and they fire when they should and only then', async () => {
  await promtool('check', 'rules', rules);
  await promtool('test', 'rules', cases);
});

test('every rule has a case in which it fires', async () => {
  const listed = [...(await readFile(rules, 'utf8')).matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const text = await readFile(cases, 'utf8');
  const fired = [
    ...text.matchAll(/labels: '\{alertname="(\w+)"\}', value: 1/g),
    ...text.matchAll(/alertname: (\w+)\n +exp_alerts:\n/g),
  ].map(([, name]) => name);
  expect(listed.length).toBeGreaterThan(10);
  expect(listed.filter((name) => !fired.includes(name))).toEqual([]);
});

test('the alert and /ready call a disk nearly full at the same limit', async () => {
  const [, figure] = /belfry_disk_free_bytes\) < (\S+)/.exec(await readFile(rules, 'utf8')) ?? [];
  expect(Number(figure)).toBe(NEARLY_FULL);
});
