import { useWordsLater } from '../words/later.ts';

const load = {
  en: async () => (await import('@belfry/messages/screens/en/notices.ts')).notices,
  de: async () => (await import('@belfry/messages/screens/de/notices.ts')).notices,
};

export const useNoticeWords = () => useWordsLater(load);
