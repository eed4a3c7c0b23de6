import { cardOfText, type PreviewStyle } from '../core/preview.ts';

/** Telegram shows a whole message. It makes user names and hashtags links, and shows several files as one album. */
export const telegramPreview: PreviewStyle = {
  words: { mention: /(?<![\p{L}\p{N}_/])@\w{4,32}/gu },
  card: (version) =>
    version.media.length > 0 || version.settings.link_preview === 'off' ? undefined : cardOfText(version),
};
