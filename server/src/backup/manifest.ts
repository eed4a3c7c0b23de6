/** What a backup says about itself. */

/** Raised when a program that knows only the former could read the file wrongly. */
export const FORMAT = 1;

export interface Manifest {
  format: number;
  /** The version of Belfry that wrote it. */
  belfry: string;
  /** The moment it shows, by the database's clock. */
  taken_at: string;
  /** In the order in which they are applied. */
  migrations: string[];
  /** A value sealed with the installation's secret, in hexadecimal: what opens it is that secret. */
  sealed: string;
  /** Whether the secret is in it. */
  has_secret: boolean;
  /** Null: the media were left out. */
  media: MediaPart | null;
  tables: Table[];
  sequences: Sequence[];
}

export interface MediaPart {
  files: number;
  bytes: number;
  /** Files that rows name and that were not in the storage. */
  missing: number;
}

/** Lies in the archive as `tables/<name>/<number>`: parts of one gzip of what COPY writes. */
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
