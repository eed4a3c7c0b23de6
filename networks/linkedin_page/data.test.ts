import { appInput, familyFormats, familyLimits, settingsFields } from '../families/linkedin/fake-data.ts';
import { describeData, oneOf } from '../testing/data.ts';
import { linkedinPage } from './index.ts';

describeData(linkedinPage, {
  unit: 'utf16',
  limits: familyLimits,
  formats: familyFormats,
  settings: { fields: { ...settingsFields, visibility: oneOf('public', 'logged_in') } },
  signIn: { fields: {} },
  app: appInput,
});
