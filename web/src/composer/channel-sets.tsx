/** Chooses channels by the sets of the workspace. Who manages channels saves, renames and deletes them here. */
import Pencil from 'icon:pencil';
import Trash from 'icon:trash-2';
import type { ChannelSet } from '@belfry/contract/channel-sets.ts';
import { useState } from 'react';
import { tell } from '../app/acts.ts';
import { useStart } from '../app/start.ts';
import { useChannelSetChanges, useChannelSets } from '../data/channel-sets.ts';
import { Button } from '../look/button.tsx';
import { Problem, sentenceOf } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import styles from './channel-sets.module.css';

interface Props {
  /** Ids of the chosen channels, in the order of the workspace. */
  chosen: readonly number[];
  onChoose: (channelIds: readonly number[]) => void;
}

export default function ChannelSets({ chosen, onChoose }: Props) {
  const { sets: words } = useWords();
  const { permissions } = useStart();
  const { data: sets, error } = useChannelSets();
  const canManage = permissions.includes('channel.manage');
  return (
    <div className={styles['sets']}>
      {error !== null && <Problem error={error} />}
      {sets?.length === 0 && (
        <p className={styles['note']}>{canManage ? words.none() : words.noneToRead()}</p>
      )}
      <ul className={styles['list']} aria-label={words.title()}>
        {sets?.map((set) => (
          <li key={set.id} className={styles['row']}>
            <Row set={set} chosen={chosen} canManage={canManage} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {canManage && chosen.length > 0 && <Save chosen={chosen} />}
    </div>
  );
}

function Row({ set, chosen, canManage, onChoose }: Props & { set: ChannelSet; canManage: boolean }) {
  const words = useWords();
  const { create, remove } = useChannelSetChanges();
  const [isRenaming, setRenaming] = useState(false);
  const { id, name, channel_ids } = set;
  if (isRenaming) return <Rename set={set} onClose={() => setRenaming(false)} />;
  const isChosen = chosen.length === channel_ids.length && chosen.every((one) => channel_ids.includes(one));
  const confirm = async () => {
    try {
      await remove.mutateAsync({ id });
    } catch (error) {
      tell(sentenceOf(words, error), { isFailure: true });
      return;
    }
    const undo = async () => void (await create.mutateAsync({ name, channel_ids }));
    tell(words.sets.deleted({ name }), channel_ids.length === 0 ? {} : { undo });
  };
  return (
    <>
      <button
        type="button"
        className={styles['set']}
        aria-pressed={isChosen}
        onClick={() => onChoose(channel_ids)}
      >
        <span dir="auto">{name}</span>
        <small>{words.sets.count({ count: channel_ids.length })}</small>
      </button>
      {canManage && (
        <>
          <Button
            square
            look="quiet"
            aria-label={words.sets.rename({ name })}
            onClick={() => setRenaming(true)}
          >
            <Pencil width={14} height={14} />
          </Button>
          <Button
            square
            look="quiet"
            aria-label={words.sets.delete({ name })}
            busy={remove.isPending}
            onClick={confirm}
          >
            <Trash width={14} height={14} />
          </Button>
        </>
      )}
    </>
  );
}

function Rename({ set: { id, name }, onClose }: { set: ChannelSet; onClose: () => void }) {
  const { rename } = useChannelSetChanges();
  return (
    <NameForm
      name={name}
      isBusy={rename.isPending}
      error={rename.error}
      onClose={onClose}
      onName={(changed) => rename.mutate({ id, name: changed }, { onSuccess: onClose })}
    />
  );
}

function Save({ chosen }: Pick<Props, 'chosen'>) {
  const { sets: words } = useWords();
  const { create } = useChannelSetChanges();
  const [isNaming, setNaming] = useState(false);
  const close = () => setNaming(false);
  if (!isNaming) {
    return (
      <Button look="quiet" className={styles['save'] ?? ''} onClick={() => setNaming(true)}>
        {words.save()}
      </Button>
    );
  }
  return (
    <NameForm
      name=""
      isBusy={create.isPending}
      error={create.error}
      onClose={close}
      onName={(name) => create.mutate({ name, channel_ids: [...chosen] }, { onSuccess: close })}
    />
  );
}

interface NameFormProps {
  name: string;
  isBusy: boolean;
  error: unknown;
  onName: (name: string) => void;
  onClose: () => void;
}

function NameForm({ name, isBusy, error, onName, onClose }: NameFormProps) {
  const { sets: words, frame } = useWords();
  const [typed, setTyped] = useState(name);
  return (
    <form
      className={styles['naming']}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '' && !isBusy) onName(typed.trim());
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Only the form closes, not what it stands in.
        event.stopPropagation();
        onClose();
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: the person asked for this field
        autoFocus
        aria-label={words.name()}
        placeholder={words.name()}
        maxLength={60}
        required
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button look="quiet" onClick={onClose}>
        {frame.cancel()}
      </Button>
      <Button type="submit" look="act" busy={isBusy}>
        {words.create()}
      </Button>
      {error !== null && <Problem error={error} />}
    </form>
  );
}
