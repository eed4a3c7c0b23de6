import type { Channel } from '@belfry/contract/channels.ts';
import type { FormEvent } from 'react';
import { tell } from '../app/acts.ts';
import { nameOf } from '../data/naming.ts';
import { Button } from '../look/button.tsx';
import { TextField } from '../look/field.tsx';
import { useWords } from '../words/words.ts';
import { useChange } from './changing.ts';
import styles from './channel.module.css';

export function Rename({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const words = useWords();
  const { one, done } = words.channels;
  const change = useChange();
  const { display_name, name } = channel;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('name')).trim();
    const wanted = typed === '' || typed === name ? null : typed;
    onClose();
    if (wanted === display_name || !(await change(channel, { display_name: wanted }))) return;
    const undo = async () => void (await change(channel, { display_name }));
    tell(done.renamed({ name: nameOf({ ...channel, display_name: wanted }) }), { undo });
  };
  return (
    <form
      className={styles['rename']}
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <TextField
        label={one.name()}
        hint={one.nameHint({ name })}
        name="name"
        defaultValue={nameOf(channel)}
        maxLength={100}
        dir="auto"
        autoComplete="off"
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={styles['acts']}>
        <Button look="act" type="submit">
          {one.save()}
        </Button>
        <Button onClick={onClose}>{words.frame.cancel()}</Button>
      </div>
    </form>
  );
}
