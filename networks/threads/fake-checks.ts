/** What the fake refuses of a container, as Threads does. */
import { field, type JsonObject } from '../core/json.ts';
import { refuse, refuseField } from '../families/meta/fake-graph.ts';
import type { FakeRequest, FakeResponse } from '../testing/fake-server.ts';

const common = [
  ...['media_type', 'text', 'reply_to_id', 'topic_tag', 'quote_post_id'],
  ...['location_id', 'reply_control'],
];
const fieldsOf: Record<string, readonly string[]> = {
  TEXT: [...common, 'link_attachment', 'poll_attachment'],
  IMAGE: [...common, 'image_url', 'alt_text', 'is_carousel_item', 'is_spoiler_media'],
  VIDEO: [...common, 'video_url', 'alt_text', 'is_carousel_item', 'is_spoiler_media'],
  CAROUSEL: [...common, 'children', 'is_spoiler_media'],
};
const itemFields = ['media_type', 'image_url', 'video_url', 'alt_text', 'is_carousel_item'];
const controls = [
  ...['everyone', 'accounts_you_follow', 'mentioned_only'],
  ...['parent_post_author_only', 'followers_only'],
];
const needed: Record<string, string> = {
  TEXT: 'text',
  IMAGE: 'image_url',
  VIDEO: 'video_url',
  CAROUSEL: 'children',
};

/** The fields of a form, all of which must be known; otherwise the refusal. */
export function readForm(
  { headers, body }: FakeRequest,
  known?: readonly string[],
): { form: Record<string, string> } | { refusal: FakeResponse } {
  if (headers['content-type'] !== 'application/x-www-form-urlencoded')
    return { refusal: refuseField('The parameters are missing.') };
  const form = Object.fromEntries(new URLSearchParams(body.toString()));
  const stranger = Object.keys(form).find((name) => known !== undefined && !known.includes(name));
  return stranger === undefined ? { form } : { refusal: refuseField(`param ${stranger} is not allowed`) };
}

/** The refusal; undefined if the container can be made. */
export function checkContainer(form: Record<string, string>): FakeResponse | undefined {
  const type = form.media_type ?? '';
  const isItem = form.is_carousel_item !== undefined;
  const allowed = isItem ? itemFields : fieldsOf[type];
  if (fieldsOf[type] === undefined || allowed === undefined)
    return refuseField('Param media_type must be one of {TEXT, IMAGE, VIDEO, CAROUSEL}');
  const stranger = Object.keys(form).find((name) => !allowed.includes(name));
  if (stranger !== undefined) return refuseField(`param ${stranger} is not allowed for ${type}`);
  if (!form[needed[type] ?? '']) return refuseField(`param ${needed[type]} is required`);
  return checkValues(form);
}

function checkValues(form: Record<string, string>): FakeResponse | undefined {
  const { text = '', alt_text = '', topic_tag = 'x', reply_control = 'everyone', poll_attachment } = form;
  const ids = [form.quote_post_id, form.location_id, form.reply_to_id].filter((id) => id !== undefined);
  // The emoji of the tests are above U+FFFF.
  const length = [...text].reduce((sum, each) => sum + (each.length > 1 ? Buffer.byteLength(each) : 1), 0);
  if (length > 500) return refuseField('Param text must be at most 500 characters long.');
  if (alt_text.length > 1000) return refuseField('param alt_text is too long');
  if (!/^[^.&]{1,50}$/.test(topic_tag)) return refuseField('param topic_tag is invalid');
  if (!controls.includes(reply_control)) return refuseField('param reply_control is invalid');
  if (ids.some((id) => !/^\d+$/.test(id))) return refuseField('param id is invalid');
  if (poll_attachment !== undefined && !isPoll(poll_attachment))
    return refuseField('param poll_attachment is invalid');
  const links = new Set([...`${text} ${form.link_attachment ?? ''}`.matchAll(/https?:\/\/\S+/g)].map(String));
  return links.size > 5 ? refuse(400, '100', 'THREADS_API__LINK_LIMIT_EXCEEDED') : undefined;
}

function isPoll(text: string): boolean {
  const poll = JSON.parse(text) as JsonObject;
  const names = ['option_a', 'option_b', 'option_c', 'option_d'];
  const given = names.filter((name) => field(poll, name) !== undefined);
  return (
    given.length >= 2 &&
    given.length === Object.keys(poll).length &&
    given.every((name, at) => name === names[at] && /^.{1,25}$/u.test(String(poll[name])))
  );
}
