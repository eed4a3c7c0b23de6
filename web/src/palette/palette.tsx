/** One field for everything: places, acts of the present screen, posts, channels, workspaces, settings. */
import Search from 'icon:search';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import type { Post } from '@belfry/contract/posts.ts';
import { type State, stateOfPost } from '@belfry/contract/states.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useStart } from '../app/start.ts';
import { typeAhead } from '../app/type-ahead.ts';
import { nameOf } from '../data/naming.ts';
import floating from '../look/floating.module.css';
import { Mark } from '../look/mark.tsx';
import { useDates } from '../words/dates.ts';
import { useFirstWords } from '../words/words.ts';
import { type Found, findEntries, type Group, groupOf, useEntries } from './entries.tsx';
import { KeyCaps } from './key-caps.tsx';
import styles from './palette.module.css';
import { usePostsWith } from './posts.ts';
import { noteRecent } from './recent.ts';
import { useCommandWords } from './words.ts';

interface Props {
  /** What had the focus: acts are done to it. */
  at: Element | null;
  onClose: () => void;
}

export default function Palette({ at, onClose }: Props) {
  const words = useCommandWords();
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={floating['backdrop']} />
        <Dialog.Popup className={styles['palette']} aria-label={words.palette()}>
          <Finder at={at} onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Finder({ at, onClose }: Props) {
  const words = useCommandWords();
  const { user } = useStart();
  const [query, setQuery] = useState('');
  const entries = useEntries(at);
  const { posts, isSearching } = useFoundPosts(query);
  const found = findEntries(entries, query, user.id);
  const groups = groupOf([...found.flatMap(({ items }) => items), ...posts]);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const choose = ({ key, group, run }: Found) => {
    if (group !== 'posts') noteRecent(user.id, key);
    onClose();
    // After the palette has given the focus back.
    setTimeout(run, 0);
  };
  return (
    <Autocomplete.Root
      items={groups}
      mode="none"
      inline
      open
      autoHighlight="always"
      keepHighlight
      value={query}
      onValueChange={setQuery}
      itemToStringValue={({ name }: Found) => name}
    >
      <div className={styles['field']}>
        <Search />
        <Autocomplete.Input
          className={styles['input']}
          onFocus={({ currentTarget }) => void typeAhead(currentTarget)}
          placeholder={words.hint()}
          aria-label={words.palette()}
        />
      </div>
      <Autocomplete.Status className="spoken">
        {isSearching ? words.searching() : query === '' ? '' : words.found({ count })}
      </Autocomplete.Status>
      <Autocomplete.Empty className={styles['empty']}>
        {!isSearching && count === 0 && words.nothing()}
      </Autocomplete.Empty>
      <Autocomplete.List className={styles['list']}>
        {(group: Group) => <Shown key={group.name} group={group} onChoose={choose} />}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

function Shown({ group, onChoose }: { group: Group; onChoose: (found: Found) => void }) {
  const words = useCommandWords();
  return (
    <Autocomplete.Group items={group.items}>
      <Autocomplete.GroupLabel className={styles['group']}>
        {words.groups[group.name]()}
      </Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(found: Found) => (
          <Autocomplete.Item
            key={found.key}
            value={found}
            className={styles['item']}
            onClick={() => onChoose(found)}
          >
            {found.mark}
            <span className={styles['name']} dir="auto">
              {found.name}
            </span>
            {found.aside !== undefined && <span className={styles['aside']}>{found.aside}</span>}
            {found.keys !== undefined && <KeyCaps keys={found.keys} />}
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  );
}

function useFoundPosts(query: string): { posts: Found[]; isSearching: boolean } {
  const { calendar } = useFirstWords();
  const asideOf = useAside();
  const navigate = useNavigate();
  const { posts, isSearching } = usePostsWith(query);
  return {
    isSearching,
    posts: posts.map((post) => {
      const state = stateOfPost(post);
      const to = state === 'draft' ? '/write/$id' : '/posts/$id';
      return {
        key: `post:${post.id}`,
        group: 'posts',
        name: post.content.replaceAll(/\s+/g, ' ').trim().slice(0, 120) || calendar.noText(),
        aside: asideOf(post, state),
        mark: <Mark state={state} />,
        run: () => void navigate({ to, params: { id: String(post.id) } }),
      };
    }),
  };
}

/** What tells posts of the same words apart: state, time and channels. */
function useAside() {
  const { calendar, states } = useFirstWords();
  const dates = useDates();
  return ({ scheduled_at: at, updated_at, targets }: Post, state: State) => {
    const [first, ...others] = targets.map(({ channel }) => nameOf(channel));
    return [
      states[state](),
      at === null ? calendar.shelf.changed({ time: dates.momentOf(updated_at) }) : dates.momentOf(at),
      others.length === 0 ? first : `${first} +${others.length}`,
    ]
      .filter(Boolean)
      .join(' · ');
  };
}
