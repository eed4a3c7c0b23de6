/**
 * Uploads of videos, as sign-ins by Facebook have them:
 * https://developers.facebook.com/docs/instagram-platform/content-publishing/resumable-uploads (2026-11-22).
 */

import { faultIn } from '../../core/fault.ts';
import { addressOf } from '../../core/hosts.ts';
import { secondsToSend } from '../../core/http.ts';
import { field, textField } from '../../core/json.ts';
import type { Media } from '../../core/network.ts';
import { Ended, type Run } from '../../core/run.ts';
import { statedNumber } from '../../core/stated.ts';
import { type Graph, pathTo } from './graph.ts';

const ruploadOrigin = 'https://rupload.facebook.com';

export interface RuploadTarget {
  graph: Graph;
  run: Run;
  /** Such as "ig-api-upload". */
  kind: string;
  /** Which field of the container or video says how many bytes it has. */
  status: string;
  /** Of the container or the video. */
  id: string;
  /** The step that made it, which ends if Meta does not accept the rest. */
  step: string;
}

/** Sends the bytes that Meta does not have yet. The name has the id, because a new container or video needs them again. */
export async function uploadOnce(target: RuploadTarget, file: Media): Promise<void> {
  await target.run.step(`upload ${target.id}`, async () => {
    const offset = await askOffset(target, file);
    if (offset === null) return true;
    await sendBytes(target, file, offset).catch((error: unknown) => {
      const code = faultIn(error, 'rejected')?.networkCode ?? '';
      throw /^(?:OffsetInvalid|PartialRequest)Error$/.test(code) ? new Ended(target.step) : error;
    });
    return true;
  });
}

/**
 * The bytes that Meta has; null if it has all of them, so that only its answer was lost. 0 if it does not show the container
 * or video, as happens with those that exist. Not confirmed for Instagram: no page that we could read says what a container
 * shows of an interrupted upload.
 */
async function askOffset({ graph, id, status }: RuploadTarget, { size }: Media): Promise<number | null> {
  const response = await graph.read(pathTo(id), { fields: status });
  if (response.status !== 200 && field(response.json, 'error', 'code') === 100) return 0;
  const phase = field(graph.requireGood(response), status, 'uploading_phase');
  if (textField(phase, 'status') === 'complete') return null;
  // Facebook spells it with one "r".
  const stated = field(phase, 'bytes_transferred') ?? field(phase, 'bytes_transfered');
  const offset = statedNumber(stated, 0, Number.MAX_SAFE_INTEGER) ?? 0;
  return offset < size ? offset : 0;
}

/** Sends the bytes from `offset` to the end. Throws the fault of an error answer. */
async function sendBytes({ graph, kind, id }: RuploadTarget, file: Media, offset: number): Promise<void> {
  const { caller, version, token } = graph.access;
  const length = file.size - offset;
  const response = await caller.http({
    method: 'POST',
    url: `${addressOf(caller, ruploadOrigin)}/${kind}/${version}/${encodeURIComponent(id)}`,
    headers: {
      authorization: `OAuth ${token}`,
      offset: String(offset),
      file_size: String(file.size),
      'content-length': String(length),
      'content-type': 'application/octet-stream',
    },
    body: file.open({ start: offset }),
    timeout: secondsToSend(length),
  });
  if (response.status !== 200 || field(response.json, 'success') !== true) throw graph.faultOf(response);
}
