import type { ErrorWords } from '../en/errors.ts';

export const errors: ErrorWords = {
  openid_refused: () => 'Die Anmeldung beim Anbieter ist nicht gelungen. Versuchen Sie es noch einmal.',
  openid_unknown: () =>
    'Niemand meldet sich hier so an. Melden Sie sich anders an, oder bitten Sie um eine Einladung.',
  openid_over: () =>
    'Diese Anmeldung hat zu lange gedauert oder wurde schon verwendet. Beginnen Sie noch einmal.',
  openid_unreachable: () =>
    'Der Anbieter dieser Anmeldung antwortet nicht. Versuchen Sie es später, oder melden Sie sich anders an.',
  openid_missing: () => 'Diese Installation hat keine solche Anmeldung.',
  link_over: () => 'Dieser Link wurde schon verwendet oder gilt nicht mehr. Bitten Sie um einen neuen.',
};
