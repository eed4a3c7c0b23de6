import type { JsonObject } from '../core/json.ts';
import type { Account, Captions, Media, Outgoing } from '../core/network.ts';
import type { FakeServer } from './fake-server.ts';

/** A fake network, as the conformance suite uses it. */
export interface Fake {
  server: FakeServer;
  /** Credentials that the network's form accepts (or the source of the grant if it has no form). */
  credentials: JsonObject;
  account: Account;
  /** The operator's values for this network; absent if it needs none. */
  app?: JsonObject;
  /** A grant, as connecting would have returned it. */
  grant: JsonObject;
  /** The posts that the public can see, oldest first. The suite compares with this truth. */
  visible(): { id: string; text: string }[];
  /** The same posts with all that their readers see. */
  shown?(): Shown[];
  /** The number of drafts, containers and uploads that nobody will ever publish. */
  leftovers?(): number;
  /** Of a network that fetches files: receives those of the post. Each of them has an address of its own. */
  host?(files: readonly Media[]): void;
  /** Publishes the first part of a post now, as another tool or a person would. Needed if doubt is settled by asking. */
  plant?(post: Outgoing): void | Promise<void>;
  /**
   * A person proves what a sign-in page of Belfry's own asks for, and continues. Returns the address to which that leads.
   * Absent: the page is the network's, and redirects there.
   */
  agree?(page: URL): Promise<URL>;
  /** From now on, the account may publish only so many posts. Needed if the network states a quota, its first one. */
  spend?(left: number): void;
  /** Somebody reads the post. Needed if the network has no numbers of a post before. */
  notice?(id: string): void;
  /** From now on, the network's own list shows a post only so many seconds after it was published. */
  lag?(seconds: number): void;
}

/** Absent: the network takes none, or the file has none. In the order in which they were sent. */
export type ShownCaptions = Pick<Captions, 'language' | 'text'>;

/** A post as the network shows it. */
export interface Shown {
  /** As the network's code reports it. */
  id: string;
  url: string | null;
  text: string;
  media: { sha256: string; alt: string | null; captions?: readonly ShownCaptions[] | undefined }[];
  /** The id of the post that it answers. Absent: the fake does not say. */
  answers?: string | undefined;
  /** What the network made of the settings, in any form that differs if a setting is ignored. */
  settings: JsonObject;
}
