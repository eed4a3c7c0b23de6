/** The most frequent answers of a handler. */

/** The result of a use case, as `data`. */
export async function replyData<T>(result: Promise<T>): Promise<{ body: { data: T } }> {
  return { body: { data: await result } };
}

/** No body, when the use case has ended. */
export async function replyNothing(work: Promise<unknown>): Promise<{ body: undefined }> {
  await work;
  return { body: undefined };
}

/** Only headers, such as a new cookie. */
export async function replyHeaders<Headers>(headers: Headers | Promise<Headers>) {
  return { body: undefined, headers: await headers };
}
