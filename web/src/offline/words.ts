import { useWordsLater } from '../words/later.ts';

const load = {
  en: async () => (await import('@belfry/messages/screens/en/offline.ts')).offline,
  de: async () => (await import('@belfry/messages/screens/de/offline.ts')).offline,
};

export const useOfflineWords = () => useWordsLater(load);
