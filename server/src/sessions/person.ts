/** Somebody who signed in, before any workspace is looked at. */
export interface Person {
  userId: number;
  name: string;
  /** Null: lost to an account that proved it, and no other was given yet. */
  email: string | null;
  sessionId: number;
  /** Which of theirs the request is about; null: none, or one that is not theirs. */
  workspaceId: number | null;
}
