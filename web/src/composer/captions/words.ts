import { useWordsLater } from '../../words/later.ts';

const load = {
  en: async () => (await import('@belfry/messages/screens/en/captions.ts')).captions,
  de: async () => (await import('@belfry/messages/screens/de/captions.ts')).captions,
};

export const useCaptionWords = () => useWordsLater(load);
