import type { PreviewStyle } from '../core/preview.ts';
import { messagePreview } from '../families/discord/preview.ts';

export const discordWebhookPreview: PreviewStyle = messagePreview;
