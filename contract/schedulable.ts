/** Every published post has content, on any network. A browser runs the same check as the server. */
import type { Violation } from '@belfry/networks/core/limits.ts';

/** The violation of a target that has neither text nor media. It is the same for every network. */
export const missingContent: Violation = {
  field: 'content',
  rule: 'content.required',
  measured: 0,
  limit: 1,
  unit: 'characters',
  message: 'needs text or media; this post has neither',
  params: { needs: ['text', 'files'] },
};

/** Whether a target has nothing to publish. */
export function isEmpty({ text, media }: { text: string; media: readonly unknown[] }): boolean {
  return text.trim() === '' && media.length === 0;
}
