/** The description of a backup, stored in it as manifest.json. */

/** Raise it with a change that an older program would misread. */
export const FORMAT = 1;

export interface Manifest {
  format: number;
  /** The version of Belfry that wrote the backup. */
  belfry: string;
  /** The moment of its snapshot, by the database's clock. */
  taken_at: string;
  /** Names, in the order in which they are applied. */
  migrations: string[];
  /** A value sealed with the installation's secret, in hexadecimal. A restore uses it to check the secret. */
  sealed: string;
  /** Whether the backup holds the secret. */
  has_secret: boolean;
  /** Null: the backup leaves out the media. */
  media: MediaPart | null;
  tables: Table[];
  sequences: Sequence[];
}

export interface MediaPart {
  files: number;
  bytes: number;
  /** Files that rows name but the storage lacked. */
  missing: number;
}

/** Stored in the archive as `tables/<name>/<number>`: the parts of one gzip stream of the output of COPY. */
export interface Table {
  name: string;
  columns: string[];
  rows: number;
}

/** Of an identity column. */
export interface Sequence {
  table: string;
  column: string;
  last: number;
}
