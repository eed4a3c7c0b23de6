import { formatters } from '../../locale.ts';
import type { fieldErrors as en } from '../en/field-errors.ts';

const { number } = formatters('de-DE');

export const fieldErrors: typeof en = {
  required: () => 'Bitte füllen Sie dieses Feld aus.',
  wrong: () => 'Das hat nicht die erwartete Form.',
  email: () => 'Das ist keine E-Mail-Adresse.',
  tooLong: ({ limit }) => `Höchstens ${number(limit)} Zeichen.`,
  tooShort: ({ limit }) => `Mindestens ${number(limit)} Zeichen.`,
  tooGreat: ({ limit }) => `Höchstens ${number(limit)}.`,
  tooSmall: ({ limit }) => `Mindestens ${number(limit)}.`,
};
