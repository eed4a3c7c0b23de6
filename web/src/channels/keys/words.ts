import { useWordsLater } from '../../words/later.ts';

const load = {
  en: async () => (await import('@belfry/messages/screens/en/app-keys.ts')).appKeys,
  de: async () => (await import('@belfry/messages/screens/de/app-keys.ts')).appKeys,
};

export const useKeyWords = () => useWordsLater(load);
