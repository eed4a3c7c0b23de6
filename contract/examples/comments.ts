import { ada, at, type Examples, grace } from './example.ts';

const comment = {
  id: 5,
  post_id: 17,
  text: 'Is nine right on a Sunday?',
  author: ada,
  mentions: [grace],
  created_at: at('08:20:00'),
  edited_at: null,
};
const { post_id: _post, ...entry } = comment;
const body = { text: comment.text, mentions: [] };
const params = { id: 17 };

export const commentExamples = {
  listComments: {
    params,
    answer: { data: [{ ...entry, kind: 'comment', decision: null }], unread: 0, truncated: false },
  },
  createComment: { params, body, answer: { data: comment } },
  updateComment: { params: { id: 5 }, body, answer: { data: { ...comment, edited_at: at('08:21:00') } } },
  deleteComment: { params: { id: 5 } },
  readComments: { params, body: { until: at('08:20:00') }, answer: { data: { unread: 0 } } },
} satisfies Partial<Examples>;
