import type { doors as en } from '../en/doors.ts';

export const doors: typeof en = {
  name: () => 'Ihr Name',
  email: () => 'E-Mail-Adresse',
  password: () => 'Passwort',
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
  alone: {
    title: () => 'Sie sind in keinem Arbeitsbereich',
    invited: ({ email }) =>
      `Jemand kann Sie einladen: ${email}. Öffnen Sie den Link in der Einladung und sehen Sie dann hier noch einmal nach.`,
    again: () => 'Noch einmal nachsehen',
    create: () => 'Oder einen Arbeitsbereich anlegen',
    refused: () => 'Hier dürfen nicht alle Arbeitsbereiche anlegen. Bitten Sie um eine Einladung.',
    other: () => 'Als jemand anders anmelden',
  },
  first: {
    title: () => 'Wohin sollen Beiträge gehen?',
    sandbox: () => 'Sandbox, ganz ohne Konto',
    sandboxHint: () =>
      'Ein Netzwerk zum Ausprobieren. Beiträge bleiben auf diesem Server. Wer ihre Adresse hat, kann sie dort lesen.',
    account: () => 'Benutzername',
    accountHint: () => 'Höchstens 30 Buchstaben von a bis z, Ziffern und Unterstriche.',
    accountName: () => 'turm',
    add: () => 'Hinzufügen',
    others: () => 'Ein anderes Netzwerk wählen',
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
    again: () => 'Melden Sie sich an und machen Sie weiter, wo Sie waren.',
    otherWay: () => 'Auf andere Weise anmelden',
    or: () => 'oder',
    passkeyFailed: () =>
      'Die Anmeldung mit dem Passkey ist nicht gelungen. Versuchen Sie es noch einmal, oder nehmen Sie Ihr Passwort.',
    notSetUp: () =>
      'Dieses Belfry ist noch nicht eingerichtet. Öffnen Sie den Link, den es beim Start ausgegeben hat.',
  },
  forgotten: {
    title: () => 'Passwort vergessen?',
    intro: () =>
      'Belfry schickt Ihnen einen Link, mit dem Sie ein neues Passwort setzen. Er gilt einmal und eine Stunde lang.',
    submit: () => 'Link schicken',
    sent: ({ email }) =>
      `Wenn es ein Konto für ${email} gibt, ist ein Link dorthin unterwegs. Kommt nichts an, fragen Sie eine Administratorin oder einen Administrator: Auch sie können Ihnen einen Link geben.`,
  },
  newPassword: {
    title: () => 'Neues Passwort setzen',
    intro: () => 'Überall sonst werden Sie abgemeldet.',
    submit: () => 'Passwort setzen',
    done: () => 'Ihr neues Passwort gilt. Melden Sie sich damit an.',
  },
  invited: {
    title: () => 'Bei Belfry mitmachen',
    isNew: () => 'Ich bin neu hier',
    hasAccount: () => 'Ich habe ein Konto',
    by: ({ inviter, workspace }) => `${inviter} lädt Sie in den Arbeitsbereich ${workspace} ein.`,
    intro: () => 'Wählen Sie Ihren Namen und ein Passwort.',
    introKnown: () => 'Geben Sie das Passwort Ihres Kontos ein.',
    submit: () => 'Beitreten',
    asMe: ({ name }) => `Sie sind als ${name} angemeldet.`,
    joinAs: ({ name }) => `Als ${name} beitreten`,
    other: () => 'Ein anderes Konto verwenden',
  },
  confirmEmail: {
    title: () => 'E-Mail-Adresse bestätigen',
    submit: () => 'Bestätigen',
    done: () => 'Ihre Adresse ist bestätigt.',
  },
  linkIncomplete: () => 'Dieser Link ist nicht vollständig. Kopieren Sie ihn ganz aus der E-Mail.',
};
