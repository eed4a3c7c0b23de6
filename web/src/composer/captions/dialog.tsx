/** The captions of a video: their languages, and files that are added, each in its language. */
import type { Media } from '@belfry/contract/media.ts';
import { useRef, useState } from 'react';
import { tell } from '../../app/acts.ts';
import { Button } from '../../look/button.tsx';
import Panel from '../../look/panel.tsx';
import { errorOf, Problem, sentenceOf } from '../../look/problem.tsx';
import { nameLanguage } from '../../words/languages.ts';
import { useWords } from '../../words/words.ts';
import { Adding } from './adding.tsx';
import styles from './captions.module.css';
import { changeCaptions } from './changing.ts';
import { useCaptionWords } from './words.ts';

interface Props {
  file: Media;
  /** Names of the chosen networks that take captions. Undefined: not known. */
  takers: readonly string[] | undefined;
  /** Called with the file as it is now. */
  onChanged: (file: Media) => void;
  onClose: () => void;
}

export default function CaptionsDialog({ file, takers, onChanged, onClose }: Props) {
  const { frame, picture } = useWords();
  const words = useCaptionWords();
  const add = useRef<HTMLButtonElement>(null);
  const { isBusy, said, error, begin, change } = useChanges(file, (changed) => {
    // What was pressed goes with the change. The dialog would take its focus.
    add.current?.focus();
    onChanged(changed);
  });
  return (
    <Panel title={picture.captions()} isText onClose={onClose}>
      {takers !== undefined && (
        <p>{takers.length === 0 ? words.goNowhere() : words.goTo({ networks: takers })}</p>
      )}
      {file.captions.length === 0 && <p>{words.none()}</p>}
      <Languages file={file} isBusy={isBusy} onRemove={(language) => change(language, null)} />
      <Adding file={file} add={add} isBusy={isBusy} onBegin={begin} onSend={change} />
      {error !== undefined && <Refusal error={error} />}
      <div className={styles['foot']}>
        <p role="status">{said}</p>
        <Button onClick={onClose}>{frame.close()}</Button>
      </div>
    </Panel>
  );
}

function useChanges(file: Media, show: Props['onChanged']) {
  const words = useWords();
  const own = useCaptionWords();
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const [error, setError] = useState<unknown>();
  /** `wrong`: a sentence about a file that cannot be sent. */
  const begin = (wrong?: string) => {
    setError(wrong);
    setSaid('');
  };
  const bringBack = (undo: () => Promise<Media>) =>
    undo().then(show, (failure: unknown) => tell(sentenceOf(words, failure), { isFailure: true }));
  const change = async (code: string, text: string | null) => {
    setBusy(true);
    begin();
    try {
      const { file: changed, undo } = await changeCaptions(file, { language: code, text });
      const language = { language: nameLanguage(code) };
      const put = undo === undefined ? own.added : own.replaced;
      const sentence = text === null ? own.removed(language) : put(language);
      show(changed);
      setSaid(sentence);
      if (undo !== undefined) tell(sentence, { undo: () => bringBack(undo) });
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, said, error, begin, change };
}

function Languages({
  file: { captions },
  isBusy,
  onRemove,
}: {
  file: Media;
  isBusy: boolean;
  onRemove: (language: string) => void;
}) {
  const words = useCaptionWords();
  if (captions.length === 0) return null;
  return (
    <ul className={styles['list']} aria-label={words.there()}>
      {captions.map(({ language }) => (
        <li key={language}>
          <span>{nameLanguage(language)}</span>
          <Button
            look="quiet"
            sends
            aria-label={words.removeOf({ language: nameLanguage(language) })}
            busy={isBusy}
            onClick={() => onRemove(language)}
          >
            {words.remove()}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** What is wrong with the file, or with the request. */
function Refusal({ error }: { error: unknown }) {
  const sentence = typeof error === 'string' ? error : (errorOf(error, 'text') ?? errorOf(error, 'language'));
  if (sentence === undefined) return <Problem error={error} />;
  return (
    <p className={styles['wrong']} role="alert">
      {/* An arrow on two lines is none. */}
      {sentence.replaceAll('-->', '-\u2060-\u2060>')}
    </p>
  );
}
