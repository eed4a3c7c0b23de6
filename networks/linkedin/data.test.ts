import { appInput, familyFormats, familyLimits, settingsFields } from '../families/linkedin/fake-data.ts';
import { describeData, oneOf } from '../testing/data.ts';
import { linkedin } from './index.ts';

describeData(linkedin, {
  unit: 'utf16',
  limits: familyLimits,
  formats: familyFormats,
  settings: { fields: { ...settingsFields, visibility: oneOf('public', 'connections', 'logged_in') } },
  signIn: { fields: {} },
  app: appInput,
});
