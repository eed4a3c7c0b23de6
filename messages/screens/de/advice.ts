/** What people should know before they publish, by rule. */
import { nameOfType } from '@belfry/contract/type-names.ts';
import type { AdviceFacts } from '../rule-words.ts';
import { choice, decimal } from './amounts.ts';
import { listOf } from './violation-words.ts';

interface Advised extends AdviceFacts {
  network: string;
  params: Readonly<Record<string, unknown>>;
}

function languages(codes: unknown): string {
  const names = new Intl.DisplayNames(['de'], { type: 'language' });
  const list = new Intl.ListFormat('de', { type: 'conjunction' });
  return list.format(listOf(codes).map((code) => names.of(code) ?? code));
}

const noAlt = ({ network }: Advised) => `${network} zeigt keine Alternativtexte.`;

export const advice: Readonly<Record<string, (advised: Advised) => string>> = {
  'media.unknown': ({ network }) =>
    `Belfry hat noch nicht alles über diese Datei gelesen und kann darum nicht alle Grenzen von ${network} prüfen.`,
  'video.copied': ({ network, params }) =>
    `${network} nimmt ${choice(listOf(params['accepted']).map(nameOfType))} an; dieses Video ist ${nameOfType(String(params['type']))}. Belfry kopiert es ohne Verlust in eine MP4-Datei.`,
  'video.transcoded': ({ network }) =>
    `${network} nimmt dieses Video so nicht an. Belfry wandelt es mit geringem Verlust in MP4 mit H.264 und AAC um. Das kann so lange dauern wie das Video, oder länger.`,
  'captions.bytes': ({ network, params }) =>
    `${network} nimmt Untertitel mit höchstens ${decimal(Number(params['most']))} Byte an. Die auf ${languages(params['languages'])} sind größer und werden weggelassen.`,
  'captions.most': ({ network, params }) =>
    `${network} nimmt Untertitel in weniger Sprachen an und bekommt die auf ${languages(params['sent'])}, aber nicht die auf ${languages(params['languages'])}.`,
  'captions.language': ({ network, params }) =>
    `${network} kennt für Untertitel nicht jede Sprache und nicht jede Form davon. Die auf ${languages(params['languages'])} werden weggelassen.`,
  'captions.story': ({ network }) => `${network} zeigt in Storys keine Untertitel. Belfry lässt diese weg.`,
  'video.shape': ({ network, params }) =>
    `${params['format'] === 'story' ? 'Eine Story' : 'Ein Reel'} hat das Format 9:16, etwa 1080 mal 1920 Pixel. ${network} beschneidet dieses Video vielleicht oder lehnt es ab.`,
  'video.min_bytes': ({ network }) =>
    `${network} nimmt Videos ab 75 KB an. Dieses wird vielleicht abgelehnt.`,
  'image.still': ({ network }) => `${network} zeigt von einem bewegten Bild nur das erste Bild.`,
  'gif.size': ({ network }) =>
    `${network} lehnt ein bewegtes GIF mit mehr als 1280 × 1080 Pixeln vielleicht ab.`,

  'alt.lost': ({ network }) =>
    `${network} hat Alternativtexte nur für Bilder im Feed. Belfry lässt diesen weg.`,
  'alt.none': noAlt,
  'alt.unknown': noAlt,
  'alt.video': ({ network }) => `${network} zeigt Alternativtexte von Bildern, nicht von Videos.`,
  'alt.one': ({ network }) =>
    `${network} hat für einen Beitrag nur einen Alternativtext: den des ersten Bildes, das einen hat.`,
  'alt.document': ({ network }) =>
    `${network} zeigt bei einem Dokument keine Alternativtexte. Sagen Sie im Text, was die Seiten zeigen.`,
  'alt.missing': () =>
    'Einige dieser Bilder haben keinen Alternativtext. Menschen, die sie nicht sehen können, brauchen ihn.',

  'text.links': ({ network }) => `Links in einem Text lassen sich auf ${network} nicht öffnen.`,
  'text.repeated': ({ network }) =>
    `${network} lehnt einen Text ab, den das Konto gerade erst veröffentlicht hat, und darum vielleicht diesen Teil.`,
  'link.plain': ({ network }) => `Links in einem Text lassen sich auf ${network} nicht anklicken.`,
  'link.text': ({ network }) =>
    `Ein Link im Text lässt sich auf ${network} nicht öffnen. Tragen Sie ihn bei der Einstellung „Link“ ein.`,
  'link.card': ({ network }) =>
    `${network} macht aus einer Adresse im Text keine Vorschau. Tragen Sie die Adresse bei der Einstellung „Link“ ein, um eine zu zeigen.`,
  'link.title': ({ network }) =>
    `${network} liest die Seite nicht: Ohne Titel zeigt die Vorschau den Namen der Website.`,
  'link.cost': ({ network }) =>
    `${network} berechnet dem Betreiber dieser Installation 0,20 $ für einen Beitrag mit Link und 0,015 $ für einen ohne.`,
  'mentions.limited': ({ network }) =>
    `${network} begrenzt Beiträge von Programmen, die andere Konten erwähnen, und lehnt diesen vielleicht ab.`,
  'quote.limited': ({ network }) =>
    `${network} lässt nur Apps mit einem Enterprise-Vertrag Beiträge zitieren, auch durch einen Link, und lehnt diesen vielleicht ab.`,
  'story.text': ({ network }) => `Storys haben keinen Text. ${network} zeigt nur die Dateien.`,
  'format.setting': ({ field }) =>
    field === 'settings.comments_enabled'
      ? 'Bei einer Story lassen sich Kommentare nicht abschalten.'
      : 'Nur ein Reel kann aus dem Feed herausgehalten werden.',
  'setting.unused': ({ network, params }) =>
    `${network} hat diese Einstellung nicht für ${params['kind'] === 'video' ? 'ein Video' : 'Fotos'}.`,

  'draft.inbox': ({ network }) =>
    `${network} legt einen Entwurf in den Posteingang des Kontos. Jemand muss ihn in der App von ${network} fertigstellen.`,
  'draft.text': ({ network }) => `${network} übernimmt mit dem Entwurf eines Videos keinen Text.`,
  'app.unaudited': ({ network }) =>
    `${network} hat die App dieser Installation nicht geprüft. Nur das Konto selbst sieht den Beitrag, und das Konto muss privat sein.`,
  'app.development': ({ network, params }) =>
    params['calls'] === undefined
      ? 'Die App dieser Installation ist bei Meta noch in der Entwicklung. Vielleicht sehen den Beitrag nur Personen mit einer Rolle in der App.'
      : `Die App dieser Installation ist bei ${network} noch in der Entwicklungsstufe: etwa ${decimal(Number(params['calls']))} Aufrufe am Tag, davon ${decimal(Number(params['of_member']))} für ein Mitglied. Weitere Beiträge warten.`,
  'app.trial': ({ network }) =>
    `Nur dieses Konto sieht den Beitrag, denn die App dieser Installation hat bei ${network} nur einen Testzugang.`,
};

/** Of a rule without words of its own. */
export function anyAdvice({ network, rule }: Advised): string {
  return `${network} hat zu diesem Beitrag einen Hinweis (${rule}).`;
}
