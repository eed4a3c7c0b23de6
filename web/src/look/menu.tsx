/** A menu at something that was pressed. Loaded when the first one opens. */

import Check from 'icon:check';
import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { useAway } from '../data/connection.ts';
import { useFirstWords } from '../words/words.ts';
import styles from './menu.module.css';

export interface Item {
  key: string;
  name: string;
  mark?: ReactNode;
  /** Shown at the end, such as `m`. */
  hint?: string;
  /** It is one of several that can be chosen. The menu stays open. */
  isChosen?: boolean;
  isHarm?: boolean;
  /** The heading above it and its neighbours of the same group. */
  group?: string;
  /** Its act needs a connection: without one it stands apart and does nothing. */
  sends?: boolean;
  run: () => void;
}

interface Props {
  label: string;
  anchor: Element | { getBoundingClientRect: () => DOMRect };
  items: readonly Item[];
  /** In place of items where there are none. */
  empty?: string;
  onClose: () => void;
  /** What gets the focus when it closes. Default: the anchor. */
  returnTo?: () => HTMLElement | null;
}

export default function FloatingMenu({ label, anchor, items, empty, onClose, returnTo }: Props) {
  const { frame } = useFirstWords();
  const isAway = useAway() !== undefined;
  const waits = ({ sends }: Item) => isAway && sends === true;
  const group = frame.needsConnectionShort();
  const inOrder = [
    ...items.filter((item) => !waits(item)),
    ...items.filter(waits).map((item) => ({ ...item, group })),
  ];
  return (
    <Menu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} className={styles['place']} align="start" sideOffset={4}>
          <Menu.Popup
            className={styles['menu']}
            aria-label={label}
            finalFocus={() =>
              returnTo?.() ?? (anchor instanceof HTMLElement && anchor.isConnected ? anchor : true)
            }
          >
            <p className={styles['title']} aria-hidden="true" dir="auto">
              {label}
            </p>
            {items.length === 0 && <p className={styles['empty']}>{empty}</p>}
            {groupsOf(inOrder).map(({ name, items: some }) =>
              name === undefined ? (
                some.map((item) => <Entry key={item.key} item={item} />)
              ) : (
                <Menu.Group key={name}>
                  <Menu.GroupLabel className={styles['heading']}>{name}</Menu.GroupLabel>
                  {some.map((item) => (
                    <Entry key={item.key} item={item} isWaiting={waits(item)} />
                  ))}
                </Menu.Group>
              ),
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Neighbours of one group together. */
function groupsOf(items: readonly Item[]): { name: string | undefined; items: Item[] }[] {
  const groups: { name: string | undefined; items: Item[] }[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last?.name === item.group && last !== undefined) last.items.push(item);
    else groups.push({ name: item.group, items: [item] });
  }
  return groups;
}

function Entry({ item, isWaiting = false }: { item: Item; isWaiting?: boolean }) {
  const { name, mark, hint, isChosen, isHarm, run } = item;
  const text = (
    <>
      {mark}
      <span className={styles['name']}>{name}</span>
      {hint !== undefined && <kbd className={styles['hint']}>{hint}</kbd>}
    </>
  );
  if (isChosen === undefined) {
    return (
      <Menu.Item
        className={`${styles['item']} ${isHarm ? styles['harm'] : ''}`}
        disabled={isWaiting}
        onClick={run}
      >
        {text}
      </Menu.Item>
    );
  }
  return (
    <Menu.CheckboxItem
      className={styles['item']}
      checked={isChosen}
      closeOnClick={false}
      onCheckedChange={run}
    >
      <span className={styles['check']}>{isChosen && <Check width={14} height={14} />}</span>
      {text}
    </Menu.CheckboxItem>
  );
}
