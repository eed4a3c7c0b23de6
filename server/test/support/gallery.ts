/** The sandbox as a network whose settings name files, and which has formats and advice. */
import type { Limits, Rules } from '@belfry/networks/core/limits.ts';
import type { Captions, Media, Network } from '@belfry/networks/core/network.ts';
import { vocabulary } from '@belfry/networks/core/vocabulary.ts';
import { allNetworks } from '@belfry/networks/index.ts';

/** A file as the network got it. */
export interface Received {
  id: number;
  mimeType: string;
  altText: string | null;
  width: number | null;
  height: number | null;
  captions?: readonly Captions[];
  placeOf?: Media['placeOf'];
  bytes: Buffer;
}

export interface Gallery {
  networks: readonly Network[];
  /** For each publishing that read its files: those of the post, and those that its settings name. */
  received: { text: string; media: Received[]; files: Received[] }[];
}

/** `limits` replace those of the sandbox. */
export function openGallery({ limits = {}, ...more }: Partial<Rules> & { limits?: Limits } = {}): Gallery {
  const sandbox = allNetworks.find(({ rules }) => rules.platform === 'sandbox');
  if (sandbox === undefined) throw new Error('There is no sandbox.');
  const { settings } = sandbox.rules;
  const { cover, thread, format } = vocabulary;
  const received: Gallery['received'] = [];
  const gallery: Network = {
    ...sandbox,
    rules: {
      ...sandbox.rules,
      settings: { ...settings, properties: { ...(settings.properties as object), cover, thread, format } },
      limits: { ...sandbox.rules.limits, ...limits },
      ...more,
    },
    async publish(post, session, run) {
      const files = await readAll([...(post.files ?? new Map<number, Media>()).values()]);
      received.push({ text: post.text, media: await readAll(post.media), files });
      const { cover: _cover, thread: _thread, format: _format, ...rest } = post.settings;
      return sandbox.publish({ ...post, settings: rest }, session, run);
    },
  };
  return { networks: allNetworks.map((network) => (network === sandbox ? gallery : network)), received };
}

async function readAll(media: readonly Media[]): Promise<Received[]> {
  const read: Received[] = [];
  for (const { id, mimeType, altText, width, height, captions, placeOf, open } of media) {
    const bytes = Buffer.concat(await Array.fromAsync(open()));
    const own = { ...(captions !== undefined && { captions }), ...(placeOf !== undefined && { placeOf }) };
    read.push({ id, mimeType, altText, width, height, ...own, bytes });
  }
  return read;
}
