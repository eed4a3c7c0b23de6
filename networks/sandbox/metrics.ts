/** Reads the numbers of posts, and deletes posts. */
import { field, textField } from '../core/json.ts';
import type { Measuring } from '../core/metrics.ts';
import type { PublishedPart, Session } from '../core/network.ts';
import { readNumbersIn } from '../core/numbers.ts';
import { send } from './call.ts';
import type { Grant } from './connect.ts';
import { faultOf } from './faults.ts';

const names = { views: 'views', likes: 'likes', comments: 'comments', shares: 'shares' };

export const measure: Measuring<Grant> = {
  batch: 20,
  async read(posts, session) {
    const query = new URLSearchParams({ ids: posts.map(({ id }) => id).join() });
    const response = await send(session, `/posts?${query}`, { method: 'GET' });
    const listed = field(response.json, 'data');
    if (response.status !== 200 || !Array.isArray(listed)) throw faultOf(response, session.now());
    return readNumbersIn(listed, posts, names, { within: 'numbers' });
  },
};

export async function remove({ id }: PublishedPart, session: Session<Grant>): Promise<void> {
  const response = await send(session, `/posts/${encodeURIComponent(id)}`, { method: 'DELETE' });
  const isDone = response.status === 200 && textField(response.json, 'data', 'id') === id;
  if (!isDone && response.status !== 404) throw faultOf(response, session.now());
}
