/** The menus of the rail, as they open: workspaces, the person, and on phones what the bar has no room for. */
import { useNavigate } from '@tanstack/react-router';
import { COARSE, useMedia } from '../look/media.ts';
import FloatingMenu, { type Item } from '../look/menu.tsx';
import { useFirstWords, useWords } from '../words/words.ts';
import type { OverlayName } from './overlays.tsx';
import { usePreferences, useWorkspaceItems } from './preferences.ts';
import { useStart } from './start.ts';
import { useSignOut } from './use-sign-out.ts';

export type RailMenuName = 'workspaces' | 'person' | 'more';

interface MenuProps {
  label: string;
  anchor: Element;
  onOpen: (name: OverlayName) => void;
  onClose: () => void;
}

export default function RailMenu({ of, ...props }: MenuProps & { of: RailMenuName }) {
  if (of === 'workspaces') return <WorkspaceItems {...props} />;
  return of === 'person' ? <PersonItems {...props} /> : <MoreItems {...props} />;
}

function WorkspaceItems({ onOpen: _, ...menu }: MenuProps) {
  return <FloatingMenu {...menu} items={useWorkspaceItems()} />;
}

function PersonItems({ onOpen, ...menu }: MenuProps) {
  return <FloatingMenu {...menu} items={usePersonItems(onOpen)} />;
}

function MoreItems({ onOpen, ...menu }: MenuProps) {
  const { frame } = useFirstWords();
  const { counts } = useStart();
  const navigate = useNavigate();
  const workspaces = useWorkspaceItems();
  const ofPerson = usePersonItems(onOpen);
  const unread = counts.unread_notices ?? 0;
  const later = (name: OverlayName) => () => openLater(onOpen, name);
  const count = unread > 0 ? ` (${frame.waiting({ count: unread })})` : '';
  const items: readonly Item[] = [
    { key: 'channels', name: frame.channels(), run: () => void navigate({ to: '/channels' }) },
    { key: 'notices', name: frame.notices() + count, run: later('notices') },
    { key: 'find', name: frame.find(), run: later('palette') },
    ...(workspaces.length > 1 ? workspaces.map((one) => ({ ...one, group: frame.workspaces() })) : []),
    ...ofPerson,
  ];
  return <FloatingMenu {...menu} items={items} />;
}

function usePersonItems(onOpen: MenuProps['onOpen']): readonly Item[] {
  const { frame } = useFirstWords();
  const { person } = useWords();
  const signOut = useSignOut(() => onOpen('signOut'));
  // Fingers have no keys.
  const hasKeys = !useMedia(COARSE);
  return [
    ...usePreferences().map((one) => ({ ...one, group: person.groups[one.kind]() })),
    ...(hasKeys ? [{ key: 'keys', name: person.keys(), run: () => openLater(onOpen, 'keys') }] : []),
    { key: 'out', name: frame.signOut(), run: () => void signOut() },
  ];
}

/** The menu closes first, and gives the focus back. */
function openLater(onOpen: MenuProps['onOpen'], name: OverlayName): void {
  setTimeout(() => onOpen(name), 0);
}
