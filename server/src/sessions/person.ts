/** Somebody who signed in, before any workspace is looked at. */
export interface Person {
  userId: number;
  name: string;
  email: string;
  sessionId: number;
  /** Which of theirs the request is about; null: none, or one that is not theirs. */
  workspaceId: number | null;
}
