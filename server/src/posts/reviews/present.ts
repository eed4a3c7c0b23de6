import type { Review } from '@belfry/contract/reviews.ts';
import type { ReviewRow } from './store.ts';

export function presentReview(row: ReviewRow): Review {
  return {
    decision: row.decision,
    comment: row.comment,
    reviewer: { id: row.reviewer_id, name: row.reviewer_name },
    version: row.version - 1,
    created_at: row.created_at,
  };
}
