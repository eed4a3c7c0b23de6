/** How Discord shows a message. Runs in a browser. */
import { cardOfText, type PreviewStyle } from '../../core/preview.ts';

/** Discord shows a whole message. Hashtags are plain text there, and a mention is written with the id of the person. */
export const messagePreview: PreviewStyle = {
  words: { hashtag: false, mention: /<@[!&]?\d{1,20}>|(?<![\p{L}\p{N}_/])@(?:everyone|here)\b/gu },
  card: (version) => (version.settings.suppress_embeds === true ? undefined : cardOfText(version)),
};
