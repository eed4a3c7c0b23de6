/** The channels of the post. Few are all shown and switched; of many, the chosen ones and a search. */

import Layers from 'icon:layers';
import Plus from 'icon:plus';
import type { Channel } from '@belfry/contract/channels.ts';
import type { Post } from '@belfry/contract/posts.ts';
import { Link } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import { useNetworkNames, useStart } from '../app/start.ts';
import { stopOf } from '../channels/health.ts';
import { handleOf } from '../data/naming.ts';
import { part } from '../data/part.ts';
import { Button, buttonClass } from '../look/button.tsx';
import { Mark } from '../look/mark.tsx';
import { PHONE, useMedia } from '../look/media.ts';
import { NetworkMark } from '../look/network-mark.tsx';
import { useWords } from '../words/words.ts';
import styles from './channels.module.css';
import type { Desk } from './desk.ts';
import { rememberChoice } from './new-post.ts';
import { chooseChannels, type TargetWriting, type Writing, withoutWaiting } from './writing.ts';

const Popover = part(() => import('../look/popover.tsx'));
const ChannelSets = part(() => import('./channel-sets.tsx'));

/** More than these need a search. */
const FEW = { phone: 2, wide: 8 };

interface Props {
  desk: Desk;
  writing: Writing;
  /** Where the post is out already: these channels cannot be taken off. */
  published: Post['targets'];
}

export function ChannelPicker({ desk, writing, published }: Props) {
  const { composer } = useWords();
  const { channels, workspace } = useStart();
  const most = useMedia(PHONE) ? FEW.phone : FEW.wide;
  const out = new Set(published.map((target) => target.channel_id));
  const chosen = new Set([...writing.targets.map(({ channelId }) => channelId), ...out]);
  /** A channel that is left out and chosen again has its own version again. */
  const former = useRef(new Map<number, TargetWriting>());
  /** In the order of the workspace. */
  const choose = (isWanted: (id: number) => boolean) => {
    const ids = channels.map(({ id }) => id).filter((id) => out.has(id) || isWanted(id));
    rememberChoice(workspace.id, ids);
    // One that is gone stays until a person leaves it out.
    const isGone = (id: number) => channels.every((one) => one.id !== id);
    for (const target of withoutWaiting(desk.get().writing).targets)
      former.current.set(target.channelId, target);
    desk.write((current) => {
      const gone = current.targets.map((one) => one.channelId).filter(isGone);
      return chooseChannels(current, [...ids, ...gone], former.current);
    });
  };
  const toggle = ({ id }: Channel) => choose((one) => (one === id ? !chosen.has(id) : chosen.has(one)));
  const shown = channels.length > most ? channels.filter(({ id }) => chosen.has(id)) : channels;
  return (
    <fieldset className={styles['to']} data-field="targets" tabIndex={-1}>
      <legend className="spoken">{composer.chooseChannels()}</legend>
      {shown.map((channel) =>
        out.has(channel.id) ? (
          <PublishedChip key={channel.id} channel={channel} />
        ) : (
          <Chip key={channel.id} channel={channel} isOn={chosen.has(channel.id)} onToggle={toggle} />
        ),
      )}
      {channels.length > most && <Search chosen={chosen} out={out} onToggle={toggle} />}
      {channels.length > 1 && (
        <Sets chosen={[...chosen]} onChoose={(ids) => choose((id) => ids.includes(id))} />
      )}
      {channels.length === 0 && (
        <p className={styles['none']}>
          {composer.noChannels()}{' '}
          <Link to="/channels" className={buttonClass()}>
            {composer.connect()}
          </Link>
        </p>
      )}
    </fieldset>
  );
}

function Chip({
  channel,
  isOn,
  onToggle,
}: {
  channel: Channel;
  isOn: boolean;
  onToggle: (channel: Channel) => void;
}) {
  const { channels, states } = useWords();
  const network = useNetworkNames()(channel);
  const stop = stopOf(channel);
  const state = stop && (stop === 'paused' ? states.paused() : channels.state.reconnect());
  const name = `${network} ${handleOf(channel)}`;
  return (
    <button
      type="button"
      className={styles['chip']}
      aria-pressed={isOn}
      aria-label={state === undefined ? name : `${name}, ${state}`}
      title={state}
      onClick={() => onToggle(channel)}
    >
      <NetworkMark platform={channel.platform} />
      <span dir="auto">{channel.display_name ?? channel.username}</span>
      {stop !== undefined && <Mark state={stop === 'paused' ? 'paused' : 'held'} />}
    </button>
  );
}

function PublishedChip({ channel }: { channel: Channel }) {
  const { states } = useWords();
  return (
    <span className={styles['chip']} data-published title={states.published()}>
      <NetworkMark platform={channel.platform} />
      <span dir="auto">{channel.display_name ?? channel.username}</span>
      <span role="img" aria-label={states.published()}>
        <Mark state="published" />
      </span>
    </span>
  );
}

/** Channels that people choose together, by a name. */
function Sets(props: { chosen: readonly number[]; onChoose: (channelIds: readonly number[]) => void }) {
  const { sets } = useWords();
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={anchor} look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Layers width={16} height={16} />
        {sets.open()}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <Popover anchor={anchor} label={sets.title()} onClose={() => setOpen(false)}>
            <ChannelSets {...props} />
          </Popover>
        </Suspense>
      )}
    </>
  );
}

interface Choice {
  chosen: ReadonlySet<number>;
  /** Where the post is out already. */
  out: ReadonlySet<number>;
  onToggle: (channel: Channel) => void;
}

function Search(choice: Choice) {
  const { composer } = useWords();
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={anchor} look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Plus />
        {composer.addChannel()}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <Popover anchor={anchor} label={composer.chooseChannels()} onClose={() => setOpen(false)}>
            <Found {...choice} />
          </Popover>
        </Suspense>
      )}
    </>
  );
}

function Found({ chosen, out, onToggle }: Choice) {
  const { composer } = useWords();
  const { channels, networks } = useStart();
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const groups = networks.flatMap(({ platform, name }) => {
    const found = channels.filter(
      (one) =>
        one.platform === platform &&
        `${name} ${one.display_name ?? ''} ${one.name} ${one.username}`.toLowerCase().includes(wanted),
    );
    return found.length === 0 ? [] : [{ name, found }];
  });
  const [first] = wanted === '' ? [] : groups.flatMap(({ found }) => found);
  const takeFirst = () => {
    if (first === undefined) return;
    if (!chosen.has(first.id)) onToggle(first);
    setQuery('');
  };
  return (
    <div className={styles['search']}>
      <input
        type="search"
        className={styles['query']}
        aria-label={composer.searchChannels()}
        placeholder={composer.searchChannels()}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={({ key, ctrlKey, metaKey, nativeEvent }) => {
          if (key === 'Enter' && !ctrlKey && !metaKey && !nativeEvent.isComposing) takeFirst();
        }}
      />
      {groups.length === 0 && <p>{composer.noChannelFound()}</p>}
      {groups.map(({ name, found }) => (
        <fieldset key={name} className={styles['group']}>
          <legend>{name}</legend>
          {found.map((channel) => (
            <label key={channel.id} className={styles['choice']}>
              <input
                type="checkbox"
                checked={chosen.has(channel.id)}
                disabled={out.has(channel.id)}
                onChange={() => onToggle(channel)}
              />
              <NetworkMark platform={channel.platform} />
              <span dir="auto">{handleOf(channel)}</span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}
