/** Violations of texts, and of what a post consists of. */
import { choice, count, decimal } from './amounts.ts';
import { characters, listOf, most, type Violated, type ViolationWords } from './violation-words.ts';

const text = 'dieser Text hat';

const needed: Readonly<Record<string, string>> = {
  text: 'Text',
  files: 'Dateien',
  files_without_poll: 'Dateien ohne Umfrage',
  poll: 'eine Umfrage',
  link: 'einen Link',
  link_card: 'eine Linkvorschau',
  quote: 'ein Zitat',
};

/** What a post or a part of a thread must have. */
function empty({ network, field, params }: Violated): string {
  const needs = listOf(params['needs']).map((one) => needed[one] ?? one);
  const [, part] = /^settings\.thread\.(\d+)/.exec(field) ?? [];
  const subject = part === undefined ? 'dieser Beitrag' : `Teil ${Number(part) + 2}`;
  return `${network} braucht ${choice(needs.length > 0 ? needs : ['Text'])}; ${subject} ist leer.`;
}

const kinds: Readonly<Record<string, string>> = {
  files: 'Dateien',
  poll: 'eine Umfrage',
  quote: 'ein Zitat',
  link: 'einen Link als Vorschau',
};

function oneKind({ network, params }: Violated): string {
  const chosen = listOf(params['kinds']).map((kind) => kinds[kind] ?? kind);
  if (chosen.length < 2) return `${network} verbirgt nur Dateien, und dieser Beitrag hat keine.`;
  return `${network} erlaubt in einem Beitrag nur eines davon: ${choice(chosen)}.`;
}

export const textViolations: ViolationWords = {
  'content.required': empty,
  'content.empty': empty,
  'text.min': empty,
  'text.max': most(characters, text),
  'text.max_bytes': most((value) => count(value, 'Byte', 'Bytes'), text),
  'text.links': most((value) => count(value, 'Link', 'Links'), text),
  'text.hashtags': most((value) => count(value, 'Hashtag', 'Hashtags'), text),
  'text.mentions': most((value) => count(value, 'Erwähnung', 'Erwähnungen'), text),
  'text.cashtags': most((value) => count(value, 'Cashtag', 'Cashtags'), text),
  'text.characters': ({ network }) => `${network} erlaubt die Zeichen U+FEFF, U+FFFE und U+FFFF nicht.`,
  'text.signs': ({ network, measured }) =>
    `${network} erlaubt die Zeichen < und > nicht; hier steht „${measured}“.`,
  'text.format': ({ network, measured, limit }) =>
    Number(measured) > Number(limit)
      ? `${network} erlaubt höchstens ${count(Number(limit), 'Formatierung', 'Formatierungen')} in einem Text; dieser hat ${decimal(Number(measured))}.`
      : `Die HTML-Tags in diesem Text sind nicht richtig. ${network} versteht sie so nicht.`,
  'caption.max': most((value) => `${characters(value)} neben Dateien oder einer Umfrage`, text),
  'post.kind': oneKind,
  'content.kinds': ({ network }) =>
    `${network} zeigt in einem Beitrag entweder Dateien, einen Link als Vorschau oder eine Umfrage.`,
  'post.community': ({ network }) =>
    `${network} zeigt einen Beitrag nur dann auch den Followern, wenn er in einer Community steht.`,
  combination: ({ network, field }) => {
    if (field === 'settings.poll')
      return `${network} erlaubt entweder eine Umfrage oder Dateien, nicht beides.`;
    return field === 'settings.buttons'
      ? `${network} erlaubt keine Schaltflächen unter einem Album.`
      : `${network} erlaubt kein bewegtes Bild in einem Album.`;
  },
};
