import type { JsonObject } from '../core/json.ts';
import type { Records } from '../core/service.ts';

/** Records in memory. Documents pass through JSON, as they do in a database. */
export class MemoryRecords implements Records {
  #collections = new Map<string, Map<string, string>>();

  async insert(collection: string, key: string, data: JsonObject) {
    const documents = this.#open(collection);
    const stored = documents.get(key);
    if (stored !== undefined) return { data: JSON.parse(stored) as JsonObject, created: false };
    documents.set(key, JSON.stringify(data));
    return { data, created: true };
  }

  async get(collection: string, key: string): Promise<JsonObject | undefined> {
    const stored = this.#open(collection).get(key);
    return stored === undefined ? undefined : (JSON.parse(stored) as JsonObject);
  }

  async put(collection: string, key: string, data: JsonObject): Promise<void> {
    this.#open(collection).set(key, JSON.stringify(data));
  }

  async list(collection: string, limit: number): Promise<JsonObject[]> {
    return this.all(collection).reverse().slice(0, limit);
  }

  /** Oldest first, synchronously: for fakes that are asked between two calls. */
  all(collection: string): JsonObject[] {
    return [...this.#open(collection).values()].map((stored) => JSON.parse(stored) as JsonObject);
  }

  #open(collection: string): Map<string, string> {
    const documents = this.#collections.get(collection) ?? new Map<string, string>();
    this.#collections.set(collection, documents);
    return documents;
  }
}
