/** Generates the table of networks in `README.md` between marks, and `NOTICE`. */
import { amount } from '../../networks/core/amount.ts';
import { field } from '../../networks/core/json.ts';
import type { Rules } from '../../networks/core/limits.ts';
import type { Network } from '../../networks/core/network.ts';
import { allNetworks } from '../../networks/index.ts';
import { allSpecs } from '../../networks/specs.ts';
import type { NetworkSpec } from '../../networks/testing/kit.ts';
import { fillTables } from './api.ts';

export function renderReadme(): Promise<string> {
  return fillTables('README.md', { networks: renderNetworkTable });
}

export function renderNotice(): string {
  const names = allNetworks
    .map(({ rules }) => rules.name.replace(/ \(.*\)$/, ''))
    .filter((name) => name !== 'Sandbox');
  return `Belfry

The names ${new Intl.ListFormat('en').format([...new Set(names)])} belong to their owners, who have no part in Belfry.
So do the marks in \`networks/*/icon.svg\`, which only name the networks. Their drawings are from Simple Icons 16.37.0
(CC0 1.0), except those of LinkedIn and the sandbox, which are Belfry's own.

The names and search words of emoji in \`web/src/composer/emoji/*.txt\` come from emojibase-data 17.0.0 (MIT License,
Copyright (c) 2017-2019 Miles Johnson), which takes them from Unicode CLDR (Unicode License v3, Copyright (c) 1991-2025
Unicode, Inc.).

The calls in \`networks/youtube/contract.json\` are an extract of Google's discovery document of the YouTube Data API, revision
20260924, as google-api-python-client 2.201.0 (Apache License 2.0, Copyright Google LLC) contains it.
`;
}

function renderNetworkTable(): string {
  return [
    '| network | connected by | text | files | how Belfry resolves a lost answer |',
    '| --- | --- | --- | --- | --- |',
    ...allNetworks.map((network) => `| ${rowOf(network).join(' | ')} |`),
    '',
  ].join('\n');
}

function rowOf(network: Network): string[] {
  const { platform, name } = network.rules;
  const specs = allSpecs.filter((spec) => spec.network.rules.platform === platform);
  return [
    `[${name}](networks/${platform}/README.md)`,
    describeConnecting(network),
    describeText(network.rules),
    describeFiles(network.rules),
    settled[specs[0]?.doubt ?? 'neither'],
  ];
}

const settled: Record<NetworkSpec['doubt'], string> = {
  key: 'it repeats the call with the same key',
  ask: 'it asks the network',
  neither: 'it cannot: the post ends unconfirmed, and a person must look',
};

function describeConnecting({ form, oauth, app }: Network): string {
  const page = oauth && `sign-in page${app === undefined ? '' : ', with an app of the operator'}`;
  const required = (form?.credentials.required ?? []) as readonly string[];
  const titles = required.map((name) =>
    String(field(form?.credentials, 'properties', name, 'title')).toLowerCase(),
  );
  return [page, titles.join(', ')].filter(Boolean).join('; or ');
}

function describeText({ limits, settings }: Rules): string {
  const max = limits['text.max'];
  const length = max && `${figure(max.value)} ${max.unit === 'utf16' ? 'UTF-16 units' : max.unit}`;
  const has = (name: string) => field(settings, 'properties', name) !== undefined;
  const extras = [has('thread') && 'threads', has('poll') && 'polls'].filter(Boolean);
  return [length ?? 'any length', ...extras].join(', ').replace('weighted', 'characters');
}

function describeFiles({ limits }: Rules): string {
  const [all, images, videos] = [limits['media.max'], limits['images.max'], limits['videos.max']];
  if (images?.value === 0) return amount(videos?.value ?? 1, 'videos');
  const most = images?.value ?? all?.value;
  if (most === undefined) return 'any number';
  const isMixed = limits['media.mixed']?.value !== false;
  if (isMixed) return amount(all?.value ?? most, 'files');
  return `${amount(most, 'images')} or ${amount(videos?.value ?? 1, 'videos')}`;
}

function figure(value: number): string {
  return value.toLocaleString('en-US');
}
