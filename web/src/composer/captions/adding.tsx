import type { Media } from '@belfry/contract/media.ts';
import { MAX_CAPTIONS } from '@belfry/networks/core/captions.ts';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { Button } from '../../look/button.tsx';
import { SelectField } from '../../look/field.tsx';
import { nameLanguage } from '../../words/languages.ts';
import { useWords } from '../../words/words.ts';
import styles from './captions.module.css';
import { guessLanguage, readText } from './reading.ts';
import { useCaptionWords } from './words.ts';

/** Those of most speakers who watch with captions. A file named after another one adds it. */
const common =
  'ar bg cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sv th tr uk vi zh-Hans zh-Hant';

interface Props {
  file: Media;
  add: RefObject<HTMLButtonElement | null>;
  isBusy: boolean;
  /** Called when a file is chosen, with what is wrong with it. */
  onBegin: (wrong?: string) => void;
  /** Resolves to true when the service has the captions. */
  onSend: (language: string, text: string) => Promise<boolean>;
}

interface Chosen {
  name: string;
  language: string;
  text: string;
}

/** A file is read at once, and sent when its language is right. */
export function Adding({ file, add, isBusy, onBegin, onSend }: Props) {
  const words = useCaptionWords();
  const { language: own } = useWords();
  const [chosen, setChosen] = useState<Chosen>();
  const input = useRef<HTMLInputElement>(null);
  const choose = async (picked: File) => {
    setChosen(undefined);
    const text = await readText(picked).catch(() => null);
    if (text === null) return onBegin(words.unreadable());
    if (text === undefined) return onBegin(words.tooLarge({ most: MAX_CAPTIONS }));
    onBegin();
    setChosen({ name: picked.name, language: guessLanguage(picked.name) ?? own, text });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (chosen !== undefined && (await onSend(chosen.language, chosen.text))) setChosen(undefined);
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <div className={styles['file']}>
        <Button ref={add} onClick={() => input.current?.click()}>
          {chosen === undefined ? words.addFile() : words.otherFile()}
        </Button>
        <span dir="auto">{chosen?.name ?? words.kinds()}</span>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept=".srt,.vtt"
        data-captions
        onChange={({ target }) => {
          const [picked] = target.files ?? [];
          if (picked !== undefined) void choose(picked);
          target.value = '';
        }}
      />
      {chosen !== undefined && (
        <Language
          file={file}
          language={chosen.language}
          isBusy={isBusy}
          onChange={(language) => setChosen({ ...chosen, language })}
        />
      )}
    </form>
  );
}

interface LanguageProps {
  file: Media;
  language: string;
  isBusy: boolean;
  onChange: (language: string) => void;
}

function Language({ file: { captions }, language, isBusy, onChange }: LanguageProps) {
  const words = useCaptionWords();
  const there = captions.map((one) => one.language);
  const isThere = there.includes(language);
  const act = isThere ? words.replace() : words.add();
  return (
    <>
      <SelectField
        label={words.language()}
        hint={isThere ? words.replaces({ language: nameLanguage(language) }) : undefined}
        value={language}
        onChange={({ target }) => onChange(target.value)}
      >
        {listLanguages([...there, language]).map((one) => (
          <option key={one} value={one}>
            {nameLanguage(one)}
          </option>
        ))}
      </SelectField>
      <Button type="submit" look="act" sends busy={isBusy} className={styles['send'] ?? ''}>
        {isBusy ? words.sending() : act}
      </Button>
    </>
  );
}

/** By name. */
function listLanguages(further: readonly string[]): string[] {
  const all = [...new Set([...common.split(' '), ...further])];
  return all.sort((one, other) => nameLanguage(one).localeCompare(nameLanguage(other)));
}
