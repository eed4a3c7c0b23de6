import { useWordsLater } from '../words/later.ts';

const load = {
  en: async () => (await import('@belfry/messages/screens/en/commands.ts')).commands,
  de: async () => (await import('@belfry/messages/screens/de/commands.ts')).commands,
};

export const useCommandWords = () => useWordsLater(load);
