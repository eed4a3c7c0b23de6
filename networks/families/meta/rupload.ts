/**
 * Uploads of videos, as sign-ins by Facebook have them:
 * https://developers.facebook.com/docs/instagram-platform/content-publishing/resumable-uploads (2026-11-22).
 */

import { faultIn } from '../../core/fault.ts';
import { addressOf } from '../../core/hosts.ts';
import { secondsToSend } from '../../core/http.ts';
import { field } from '../../core/json.ts';
import type { Media } from '../../core/network.ts';
import { Ended } from '../../core/run.ts';
import { statedNumber } from '../../core/stated.ts';
import { callGraph, type Graph, pathTo } from './graph.ts';

const ruploadOrigin = 'https://rupload.facebook.com';

export interface RuploadTarget {
  graph: Graph;
  /** Such as "ig-api-upload". */
  kind: string;
  /** Of the container or the video. */
  id: string;
  signal: AbortSignal;
}

/**
 * Sends the bytes that Meta does not have yet. `fieldName`: which field of the container or video says how many it has.
 * `step`: the step that made it, which ends if Meta does not accept the rest.
 */
export async function resumeUpload(
  target: RuploadTarget,
  file: Media,
  { fieldName, step }: { fieldName: string; step: string },
): Promise<void> {
  const offset = await askOffset(target, fieldName, file);
  await sendBytes(target, file, offset).catch((error: unknown) => {
    const code = faultIn(error, 'rejected')?.networkCode ?? '';
    throw /^(?:OffsetInvalid|PartialRequest)Error$/.test(code) ? new Ended(step) : error;
  });
}

/** 0 if Meta does not show the container or video, as happens with those that exist. */
async function askOffset({ graph, id }: RuploadTarget, fieldName: string, { size }: Media): Promise<number> {
  const query = { fields: fieldName };
  const response = await callGraph(graph, { method: 'GET', path: pathTo(id), query });
  if (response.status === 200) return readOffset(field(response.json, fieldName), size);
  if (field(response.json, 'error', 'code') === 100) return 0;
  throw graph.faultOf(response, graph.caller.now());
}

/** Sends the bytes from `offset` to the end. Throws the fault of an error answer. */
async function sendBytes(
  { graph, kind, id, signal }: RuploadTarget,
  file: Media,
  offset: number,
): Promise<void> {
  const { caller, version, token } = graph;
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
    signal,
  });
  if (response.status !== 200 || field(response.json, 'success') !== true)
    throw graph.faultOf(response, caller.now());
}

/**
 * The bytes that Meta has, from the status of a container or video. Not confirmed for Instagram: no page that we could
 * read says what a container shows of an interrupted upload.
 */
function readOffset(status: unknown, size: number): number {
  const phase = field(status, 'uploading_phase');
  // Facebook spells it with one "r".
  const stated = field(phase, 'bytes_transferred') ?? field(phase, 'bytes_transfered');
  const offset = statedNumber(stated, 0, Number.MAX_SAFE_INTEGER) ?? 0;
  return offset < size ? offset : 0;
}
