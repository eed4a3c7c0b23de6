import type { NetworkMutants } from './table.ts';

export const discordWebhook: NetworkMutants = {
  'publish.ts': [
    [
      'sends without a commit',
      "run.commit('message', () => sendMessage(post, session, run))",
      "run.step('message', () => sendMessage(post, session, run))",
    ],
    [
      'reverses the files',
      'encodeBody(compose(post), post.media)',
      'encodeBody(compose(post), post.media.toReversed())',
    ],
    ['ignores the sender', '...(username !== undefined && { username }),', ''],
    ['ignores the thread', '...(thread_id !== undefined && { thread_id })', ''],
    ['does not wait for the answer', "wait: 'true'", "wait: 'false'"],
    [
      'forgets a tag',
      'applied_tags !== undefined && { applied_tags }',
      'applied_tags !== undefined && { applied_tags: applied_tags.slice(0, 1) }',
    ],
  ],
  'faults.ts': [
    [
      'takes a deleted webhook for a refusal',
      "code: ['10015', '50027', '40001'], means: 'reconnect'",
      "code: ['10015', '50027', '40001'], means: 'rejected'",
    ],
  ],
  'connect.ts': [
    [
      'repeats a wrong address',
      '`Discord does not know this webhook. It may have been deleted. ${howToCreate}`',
      '`${webhook.token} is unknown.`',
    ],
    [
      'takes a failure for a wrong address',
      "if (fault.fault.kind === 'reconnect')\n    throw refuse",
      'if (status !== 200)\n    throw refuse',
    ],
    [
      'does not notice a deleted webhook',
      "if (response.status !== 200 && fault.fault.kind === 'reconnect') throw fault;",
      '',
    ],
    [
      'publishes when it checks',
      "await callWebhook(session, session.grant, { method: 'GET' });\n  const fault = faultOf(response",
      'await callWebhook(session, session.grant, { method: \'POST\', headers: { \'content-type\': \'application/json\' }, body: \'{"content":"x","allowed_mentions":{"parse":[]}}\' });\n  const fault = faultOf(response',
    ],
  ],
};
