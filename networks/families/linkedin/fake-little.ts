/** What readers see of a text in “little text”. An unescaped sign that is part of no element ends the text. */
export function showLittle(little: string): string {
  let shown = '';
  let at = 0;
  while (at < little.length) {
    const rest = little.slice(at);
    const [element, text] = readElement(rest);
    if (element === 0) return shown;
    shown += text;
    at += element;
  }
  return shown;
}

/** The length of the element at the beginning, and the text that it shows. */
function readElement(rest: string): [number, string] {
  const [mention, name] =
    /^@\[((?:[^\\[\]]|\\.)+)\]\(urn:li:(?:person|organization):[\w-]+\)/.exec(rest) ?? [];
  if (mention !== undefined && name !== undefined) return [mention.length, name.replace(/\\(.)/g, '$1')];
  const [hashtag] = /^#[\p{L}\p{N}]+/u.exec(rest) ?? [];
  if (hashtag !== undefined) return [hashtag.length, hashtag];
  const [first = '', second = ''] = rest;
  if (first === '\\') return '\\|{}@[]()<>#*_~'.includes(second) ? [2, second] : [0, ''];
  return '|{}@[]()<>#*_~'.includes(first) ? [0, ''] : [first.length, first];
}

/** As LinkedIn returns a text that it was sent: hashtags become templates. */
export function rewriteLittle(little: string): string {
  return little.replace(/(?<!\\)#([\p{L}\p{N}]+)/gu, '{hashtag|\\#|$1}');
}
