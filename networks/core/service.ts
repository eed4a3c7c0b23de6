import type { JsonObject } from './json.ts';

/** A small web service that runs inside Belfry, such as the sandbox. */
export interface HostedService {
  handle(request: HostedRequest, host: ServiceHost): Promise<HostedResponse>;
}

export interface ServiceHost {
  records: Records;
  /** Public base address of this service, without a trailing slash. */
  publicUrl: string;
  now(): Date;
}

export interface HostedRequest {
  method: string;
  /** Path below the mount point, starting with "/". */
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: Uint8Array;
  /** True: this installation's own adapter sent the request. */
  isOwn: boolean;
}

export interface HostedResponse {
  status: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Close the connection without an answer. */
  drop?: boolean;
}

/** Documents of a hosted service, by collection and key. */
export interface Records {
  /** Stores the document unless the key exists. Returns the stored document, and whether it is new. */
  insert(collection: string, key: string, data: JsonObject): Promise<{ data: JsonObject; created: boolean }>;
  get(collection: string, key: string): Promise<JsonObject | undefined>;
  put(collection: string, key: string, data: JsonObject): Promise<void>;
  /** Newest first. */
  list(collection: string, limit: number): Promise<JsonObject[]>;
}
