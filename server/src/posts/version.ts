/** ETags of posts. */
import { Problem } from '../base/problem.ts';
import type { PostRow } from './rows.ts';

/** Changes with every change of the post. */
export function etagOf({ version }: Pick<PostRow, 'version'>): string {
  return `"${version}"`;
}

/** Throws 409 unless `ifMatch` names the current version. Without `ifMatch`, any version is accepted. */
export function requireVersion(post: PostRow, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch === '*') return;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (!tags.includes(etagOf(post))) throw new Problem('version_conflict');
}
