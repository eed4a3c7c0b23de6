import { preview } from '../families/linkedin/preview.ts';

export const linkedinPreview = preview;
