import type { doors as en } from '../en/doors.ts';

export const doors: typeof en = {
  name: () => 'Ihr Name',
  email: () => 'E-Mail-Adresse',
  password: () => 'Passwort',
  newPassword: () => 'Neues Passwort',
  passwordHint: () => 'Mindestens 10 Zeichen. Einige Wörter hintereinander merken Sie sich leicht.',
  setUp: {
    title: () => 'Willkommen bei Belfry',
    intro: () => 'Legen Sie Ihr Konto an. Andere können Sie später einladen.',
    workspace: () => 'Arbeitsbereich',
    workspaceName: () => 'Turm',
    workspaceHint: () => 'Beiträge, Kanäle und Personen gehören zu einem Arbeitsbereich.',
    zone: () => 'Zeitzone',
    create: () => 'Anlegen',
    tokenMissing: () =>
      'Öffnen Sie den Link, den Belfry beim Start ausgegeben hat. Er enthält das Token für die Einrichtung.',
    done: () => 'Belfry ist bereits eingerichtet.',
  },
  first: {
    title: () => 'Wohin sollen Beiträge gehen?',
    sandbox: () => 'Sandbox',
    sandboxHint: () => 'Ein Netzwerk zum Ausprobieren. Es braucht kein Konto, und niemand sonst sieht es.',
    account: () => 'Kontoname',
    accountName: () => 'turm',
    add: () => 'Hinzufügen',
    others: () => 'Ein anderes Netzwerk verbinden',
    line: () => 'Grüße vom Turm! Die Glocken läuten zum ersten Mal.',
  },
  signIn: {
    title: () => 'Anmelden',
    submit: () => 'Anmelden',
    forgotten: () => 'Passwort vergessen?',
    passkey: () => 'Mit einem Passkey anmelden',
    provider: ({ name }) => `Mit ${name} anmelden`,
    code: () => 'Code',
    codeHint: () => 'Aus Ihrer Authenticator-App, oder ein Wiederherstellungscode.',
    again: () => 'Ihre Anmeldung ist abgelaufen. Melden Sie sich an, um hier weiterzumachen.',
    notSetUp: () =>
      'Dieses Belfry ist noch nicht eingerichtet. Öffnen Sie den Link, den es beim Start ausgegeben hat.',
  },
};
