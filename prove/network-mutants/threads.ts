import type { NetworkMutants } from './table.ts';

export const threads: NetworkMutants = {
  'publish.ts': [
    ['replies to the first post only', 'posted.at(-1)?.id', 'posted[0]?.id'],
    ['adds no comment', 'await addComment(flow, id, first_comment)', '[]'],
  ],
  'compose.ts': [
    ['drops the alt text', '...(file.altText && { alt_text: file.altText }),', ''],
    ['reverses the files', "children.join(',')", "children.toReversed().join(',')"],
    ['does not chain the thread', '...(parent !== undefined && { reply_to_id: parent }),', ''],
    ['writes another text', "...(text !== '' && { text }),", "...(text !== '' && { text: `${text} ` }),"],
    ['forgets the topic', '...(topic_tag !== undefined && { topic_tag: topic_tag.trim() }),', ''],
    [
      'leaves out the third answer of a poll',
      "['option_a', 'option_b', 'option_c', 'option_d']",
      "['option_a', 'option_b']",
    ],
    ['publishes a text at once', "{ media_type: 'TEXT' }", "{ media_type: 'TEXT', auto_publish_text: true }"],
  ],
  'listing.ts': [
    ['looks for replies among the posts', "edge: 'replies'", "edge: 'threads'"],
    ['looks for another kind', "'CAROUSEL_ALBUM'", "'CAROUSEL'"],
  ],
  'api.ts': [['sends JSON', ", bodies: 'form'", '']],
  'rules.ts': [
    ['allows 501 characters', 'read(500,', 'read(501,'],
    ['allows 21 files', 'read(20,', 'read(21,'],
    ['allows an alt text of 1001', 'read(1000, publishing)', 'read(1001, publishing)'],
  ],
};
