/** What people should know about a version before they publish it. Safe for the browser. */
import { divideCaptions, nameLanguages } from './captions.ts';
import {
  type AccountLimits,
  type Advice,
  type CaptionsFacts,
  isAnimatedGif,
  type LimitName,
  type LimitSource,
  limitIn,
  limitsFor,
  type MediaFacts,
  type Rules,
  type Version,
} from './limits.ts';
import { nameOfType, namesOfTypes } from './type-names.ts';
import { conversionOf, videoBoundsOf } from './videos.ts';

/** The limits of a file that cannot be checked while this fact about it is not known. */
type LimitsOfFacts = readonly (readonly [keyof MediaFacts, readonly LimitName[]])[];
const ofVideos: LimitsOfFacts = [
  ['duration', ['video.seconds', 'video.min_seconds']],
  ['videoCodec', ['video.codecs']],
  ['audioCodec', ['audio.codecs']],
  ['frameRate', ['video.fps']],
];
const ofAnimatedGifs: LimitsOfFacts = [['frames', ['animated.frames', 'animated.pixels']]];

/** Refuses nothing. */
export function adviseVersion(rules: Rules, account: AccountLimits, version: Version): Advice[] {
  const limits = limitsFor(rules, account, version);
  const unknown = version.media.flatMap((file, index): Advice[] => {
    if (listUncheckable(limits, file).length === 0) return [];
    const message = `Belfry has not read everything about this file yet, so it cannot check all limits of ${rules.name}.`;
    return [{ field: `media_ids.${index}`, rule: 'media.unknown', message }];
  });
  const converted = version.media.flatMap((file, index) => adviseConversion(limits, file, index));
  const captions = version.media.flatMap((file, index) => adviseCaptions(rules, file, index));
  return [...unknown, ...converted, ...captions, ...(rules.advise?.(version, account) ?? [])];
}

function adviseCaptions(rules: Rules, file: MediaFacts, index: number): Advice[] {
  if (file.captions === undefined) return [];
  const { sent, tooLarge, tooMany } = divideCaptions(rules, file);
  const [field, { name }] = [`media_ids.${index}`, rules];
  const advice: Advice[] = [];
  if (tooLarge.length > 0) {
    const most = rules.captions?.bytes?.value ?? 0;
    const message = `${name} accepts captions of at most ${most} bytes. Those in ${nameLanguages(codesOf(tooLarge))} are larger, so they are left out.`;
    advice.push({ field, rule: 'captions.bytes', message, params: { languages: codesOf(tooLarge), most } });
  }
  if (tooMany.length > 0) {
    const message = `${name} accepts captions in fewer languages. It gets those in ${nameLanguages(codesOf(sent))}, and not those in ${nameLanguages(codesOf(tooMany))}.`;
    const params = { languages: codesOf(tooMany), sent: codesOf(sent) };
    advice.push({ field, rule: 'captions.most', message, params });
  }
  return advice;
}

function codesOf(captions: readonly CaptionsFacts[]): string[] {
  return captions.map(({ language }) => language);
}

function adviseConversion(limits: LimitSource, file: MediaFacts, index: number): Advice[] {
  const bounds = videoBoundsOf(limits);
  const conversion = conversionOf(file, bounds);
  if (conversion === undefined) return [];
  const [field, { name }] = [`media_ids.${index}`, limits.rules];
  if (conversion.kind === 'copy') {
    const message = `${name} accepts ${namesOfTypes(bounds.types ?? [])}; this video is ${nameOfType(file.mimeType)}. Belfry copies it into an MP4 file, without any loss.`;
    return [
      {
        field,
        rule: 'video.copied',
        message,
        params: { accepted: [...(bounds.types ?? [])], type: file.mimeType },
      },
    ];
  }
  const message = `${name} does not accept this video as it is. Belfry converts it to MP4 with H.264 and AAC, with a small loss of quality. This can take as long as the video lasts, or longer.`;
  return [{ field, rule: 'video.transcoded', message }];
}

function listUncheckable(limits: LimitSource, file: MediaFacts): LimitName[] {
  const ofKind = file.kind === 'video' ? ofVideos : isAnimatedGif(file) ? ofAnimatedGifs : [];
  return ofKind.flatMap(([fact, names]) =>
    (file[fact] ?? null) === null ? names.filter((name) => limitIn(limits, name) !== undefined) : [],
  );
}
