/** A person who is signed in, independent of any workspace. */
export interface Person {
  userId: number;
  name: string;
  /** Null: another user proved the address, and this user has not set a new one. */
  email: string | null;
  sessionId: number;
  /** The workspace of the request. Null: the person has none, or named one that they do not belong to. */
  workspaceId: number | null;
}
