/** The exact points at which a worker can be killed: around each important statement, and around each call. */
import process from 'node:process';
import type { Http, HttpRequest } from '../../networks/core/http.ts';
import { textField } from '../../networks/core/json.ts';
import type { Database, Db } from '../../server/src/db/database.ts';

/**
 * In the order of an attempt. The numbers P0 to P8 are those of the proof's design. The network reaches the point
 * `sent`, and then kills the sender.
 */
export const crashPoints = {
  due: 'P0: due, but not claimed',
  claimed: 'P1: claimed, but not started',
  refreshed: 'P2: the token is refreshed, but not stored',
  uploaded: 'P3: uploaded, but not stored',
  built: 'P4: the intent is not stored yet',
  intended: 'P4: the intent is stored, but not sent',
  sent: 'P5: sent and accepted, but not answered',
  answered: 'P6: answered, but not stored',
  noted: 'P7: the answer is stored, but not the target',
  settling: 'P7: the target is written, but not committed',
  settled: 'P8: the target is committed, but nothing after it is done',
} as const;

export type CrashPoint = keyof typeof crashPoints;

export class CrashPoints {
  #armed: CrashPoint | undefined;

  arm(point: CrashPoint): void {
    this.#armed = point;
  }

  aroundHttp(http: Http): Http {
    return async (request) => {
      const headers = { ...request.headers, 'x-proof-sender': String(process.pid), ...aboutOf(request) };
      const response = await http({ ...request, headers });
      const { pathname } = new URL(request.url);
      if (request.method === 'POST' && response.status < 300) this.#passCall(pathname);
      return response;
    };
  }

  aroundDatabase(db: Database, change: (text: string) => string = (text) => text): Database {
    return {
      ...db,
      ...this.#around(db, change),
      transaction: async (work) => {
        let isSettlement = false;
        const result = await db.transaction(async (tx) => {
          const rows = this.#around(tx, change, (text) => {
            isSettlement ||= isSettling(text);
          });
          return work({ ...tx, ...rows, last: rows });
        });
        if (isSettlement) this.#pass('settled');
        return result;
      },
      session: (work) => db.session((one) => work(this.#around(one, change))),
    };
  }

  #around(db: Db, change: (text: string) => string, observe: (text: string) => void = () => undefined): Db {
    const rows = async (text: string, values?: readonly unknown[]) => {
      if (isClaim(text)) this.#pass('due');
      if (isIntent(text)) this.#pass('built');
      const found = await db.rows<never>(change(text), values);
      observe(text);
      this.#passStatement(text, found);
      return found;
    };
    return { rows, row: async (text, values) => (await rows(text, values))[0] };
  }

  #passCall(path: string): void {
    if (path.endsWith('/tokens')) this.#pass('refreshed');
    if (path.endsWith('/uploads')) this.#pass('uploaded');
    if (path.endsWith('/posts')) this.#pass('answered');
  }

  #passStatement(text: string, [row]: readonly { claims?: readonly unknown[] }[]): void {
    if (isClaim(text) && (row?.claims?.length ?? 0) > 0) this.#pass('claimed');
    if (isIntent(text)) this.#pass('intended');
    if (text.includes("'target.confirmed' else 'target.prepared'")) this.#pass('noted');
    if (isSettling(text)) this.#pass('settling');
  }

  #pass(point: CrashPoint): void {
    if (this.#armed === point) process.kill(process.pid, 'SIGKILL');
  }
}

/** Headers that identify the post, so that the network knows it before it reads the request. */
function aboutOf({ body }: HttpRequest): Record<string, string> {
  const text = typeof body === 'string' ? textField(JSON.parse(body), 'text') : undefined;
  return text === undefined ? {} : { 'x-proof-text': text };
}

// Each statement is recognised by a piece of its text that no other has. The report shows whether all points were
// reached.
function isClaim(text: string): boolean {
  return text.includes('picked as');
}

function isIntent(text: string): boolean {
  return text.includes("'target.waiting' else 'target.sent'");
}

function isSettling(text: string): boolean {
  return text.includes('all_of_post');
}
