/** Changes the captions of a video at the service. */
import type { Media } from '@belfry/contract/media.ts';
import { api, keyOf, queries } from '../../data/client.ts';

interface Change {
  language: string;
  /** SRT or WebVTT. Null: remove them. */
  text: string | null;
}

interface Changed {
  file: Media;
  /** Puts back what was lost, and returns the file as it is then. Undefined: nothing was. */
  undo: (() => Promise<Media>) | undefined;
}

export async function changeCaptions({ id, captions }: Media, { language, text }: Change): Promise<Changed> {
  const before = captions.some((one) => one.language === language) ? await read(id, language) : undefined;
  const file = await send(id, { language, text });
  return { file, undo: before === undefined ? undefined : () => send(id, { language, text: before }) };
}

async function read(id: number, language: string): Promise<string> {
  return (await api().call('getCaptions', { params: { id, language } })).body.text();
}

async function send(id: number, { language, text }: Change): Promise<Media> {
  const params = { id, language };
  if (text === null) await api().call('deleteCaptions', { params });
  else await api().call('setCaptions', { params, body: { text } });
  void queries.invalidateQueries({ queryKey: keyOf('listMedia') });
  return (await api().call('getMedia', { params: { id } })).data;
}
