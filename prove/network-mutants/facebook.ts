import type { NetworkMutants } from './table.ts';

export const facebook: NetworkMutants = {
  'feed.ts': [
    ['sends without a commit', "return flow.run.commit('post', ()", "return flow.run.step('post', ()"],
    [
      'reverses the photos',
      'photos.map((id) => ({ media_fbid: id }))',
      'photos.toReversed().map((id) => ({ media_fbid: id }))',
    ],
    ['ignores the link', '...(link !== undefined && { link }),', ''],
    ['ignores the location', '...(location !== undefined && { place: location }),', ''],
  ],
  'upload.ts': [
    ['drops the alt text', '...(altText && { alt_text_custom: altText })', ''],
    ['sends no cover', 'if (file === undefined) return;', 'return;'],
  ],
  'faults.ts': [['takes a duplicate for a refusal', '{ code: duplicates, says: { duplicate: true } },', '']],
  'captions.ts': [
    ['drops the captions', 'withCodes(captions, localeOf).coded', 'withCodes([], localeOf).coded'],
    [
      'sends captions in the wrong language',
      '`captions.${captions.code}.srt`',
      '`captions.${default_locale}.srt`',
    ],
  ],
  'chunks.ts': [
    [
      'sends each part from the first byte',
      "field: 'video_file_chunk', file, range }",
      "field: 'video_file_chunk', file, range: { start: 0, end: range.end - range.start } }",
    ],
  ],
  'videos.ts': [
    ['ignores the title', '...(title !== undefined && { title })', ''],
    [
      'ends an upload without a commit',
      "await run.commit('post', (_, { times }) => send().catch((error) => doubt(error, times)), {",
      "await run.step('post', send, {",
    ],
    [
      'leaves out a file beside a video',
      "file?.kind === 'video' && others.length === 0",
      "file?.kind === 'video'",
    ],
  ],
  'stories.ts': [
    ['reports only the first story', 'parts.length > 1', 'parts.length > 9'],
    ['finds another story', 'fileOf(item) === file', 'fileOf(item) !== undefined'],
  ],
  'oauth.ts': [
    [
      'keeps the token of the person',
      'grant: { access: token, scopes }',
      'grant: { access: graph.token, scopes }',
    ],
    [
      'names another account',
      'account: readAccount(json, { id, name })',
      'account: readAccount(json, { id: name, name })',
    ],
  ],
  'rules.ts': [
    ['counts characters', "unit: 'utf16'", "unit: 'characters'"],
    ['allows 11 photos', "'media.max': unconfirmed(10, posts)", "'media.max': unconfirmed(11, posts)"],
  ],
};
