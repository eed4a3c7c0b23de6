import { textField } from '../core/json.ts';
import { cardOfText, type PreviewStyle } from '../core/preview.ts';

/** As the web interface: https://github.com/mastodon/mastodon/tree/main/app/javascript (2026-11-22). */
export const mastodonPreview: PreviewStyle = {
  layout: ({ length }) => (length === 1 ? { as: 'single', ratio: null } : { as: 'grid', ratio: 16 / 9 }),
  // A quoted post takes the place of the card.
  card: (version) => {
    const url = textField(version.settings, 'quote');
    if (url !== undefined) return { url };
    return version.media.length > 0 ? undefined : cardOfText(version);
  },
  profile: (username) => {
    const [, name, host] = /^(\w[\w.-]*)@([a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?)$/i.exec(username) ?? [];
    return name === undefined ? undefined : `https://${host}/@${name}`;
  },
};
