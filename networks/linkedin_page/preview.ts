import { preview } from '../families/linkedin/preview.ts';

export const linkedinPagePreview = preview;
