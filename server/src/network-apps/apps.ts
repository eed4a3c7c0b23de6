/** Finds the app with which a network is called. */
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import type { Context } from '../base/context.ts';
import { Problem } from '../base/problem.ts';
import type { Tx } from '../db/database.ts';
import { familyOf } from './families.ts';
import * as store from './store.ts';

/** An app as adapters get it. */
export interface App {
  /** The version that grants name. Null: no stored app, or the environment has its keys. */
  id: number | null;
  /** Undefined: the network needs no app, or does without one. */
  values: JsonObject | undefined;
}

export interface AppState {
  source: 'environment' | 'stored';
  updated_at: string | null;
}

const NONE: App = { id: null, values: undefined };

type Parts = Pick<Context, 'db' | 'vault' | 'config'>;

export class NetworkApps {
  readonly #parts: Parts;
  /** Values of stored versions, by id. A version never changes. */
  readonly #opened = new Map<number, JsonObject>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * The app of a grant or a sign-in that names `id`. If it names none, the app for new sign-ins. Undefined: its keys are
   * not set, and the network requires them.
   */
  async find(network: Network, id: number | null = null): Promise<App | undefined> {
    const family = familyOf(network);
    if (family === undefined) return NONE;
    const opened = id === null ? this.#fromEnvironment(family) : this.#opened.get(id);
    if (opened !== undefined) return { id, values: opened };
    const { db } = this.#parts;
    const row = await (id === null ? store.findNewest(db, family) : store.findVersion(db, family, id));
    if (row !== undefined) return { id: row.id, values: this.#open(family, row) };
    return network.app?.optional === true ? NONE : undefined;
  }

  /** The app for connecting by a form. Throws `app_not_configured`. */
  async requireForForm(network: Network): Promise<App> {
    return network.app?.optional === true ? NONE : this.require(network);
  }

  /** As {@link find}, for connecting by a sign-in page. Throws `app_not_configured`. */
  async require(network: Network, id: number | null = null): Promise<App> {
    const [app, family] = [await this.find(network, id), familyOf(network)];
    if (app?.values !== undefined || (app && family === undefined)) return app;
    const message = `${network.rules.name} requires an app of this installation’s operator. Ask an owner of the first workspace to set its keys with PUT /api/v1/network-apps/${family}, or the operator to set NETWORK_APPS.`;
    throw new Problem('app_not_configured', { message });
  }

  /** The values of every version in use, also of the environment. */
  async listValues(family: string): Promise<JsonObject[]> {
    const rows = await store.listVersions(this.#parts.db, family);
    return [this.#fromEnvironment(family) ?? [], rows.map((row) => this.#open(family, row))].flat();
  }

  /** Keeps the app until the transaction ends, so that a grant can name it. Throws `app_not_configured`. */
  async keep(tx: Tx, { id }: App): Promise<void> {
    if (id === null || (await store.keepVersion(tx, id))) return;
    const message =
      'The keys of this network’s app were deleted meanwhile. Ask the operator of this installation to set them again.';
    throw new Problem('app_not_configured', { message });
  }

  /** The families whose keys are set. */
  async listStates(): Promise<Map<string, AppState>> {
    const stored = await store.listFamilies(this.#parts.db);
    const states = new Map<string, AppState>(
      stored.map(({ family, updated_at }) => [family, { source: 'stored', updated_at }]),
    );
    for (const family of Object.keys(this.#parts.config.networkApps)) {
      states.set(family, { source: 'environment', updated_at: null });
    }
    return states;
  }

  isFromEnvironment(family: string): boolean {
    return this.#fromEnvironment(family) !== undefined;
  }

  /** Removes their values from memory. */
  forget(ids: readonly number[]): void {
    for (const id of ids) this.#opened.delete(id);
  }

  /** Deletes versions that nothing names any more. Also removes values from memory that another process deleted. */
  async deleteReplaced(): Promise<void> {
    await store.deleteReplaced(this.#parts.db);
    this.#opened.clear();
  }

  #fromEnvironment(family: string): JsonObject | undefined {
    const { networkApps } = this.#parts.config;
    return Object.hasOwn(networkApps, family) ? networkApps[family] : undefined;
  }

  #open(family: string, { id, sealed }: store.AppRow): JsonObject {
    const known = this.#opened.get(id);
    if (known !== undefined) return known;
    const values = Object.freeze(this.#parts.vault.open(sealed, contextOf(family, id)));
    this.#opened.set(id, values);
    return values;
  }
}

/** The place of the sealed values. */
export function contextOf(family: string, id: number): string {
  return `network-app:${family}:${id}`;
}
