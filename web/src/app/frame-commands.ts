/** What can be done on every screen. */
import { useNavigate } from '@tanstack/react-router';
import { undo } from './acts.ts';
import { type Command, useCommands } from './commands.ts';
import { useCalendarPlace } from './last-calendar.ts';
import { beginAnother } from './new-post.ts';
import type { OverlayName } from './overlays.tsx';
import { useStart } from './start.ts';
import { useSignOut } from './use-sign-out.ts';

export function useFrameCommands(open: (name: OverlayName) => void): void {
  const navigate = useNavigate();
  const { permissions } = useStart();
  const calendar = useCalendarPlace();
  const signOut = useSignOut(() => open('signOut'));
  const go = (id: Command['id'], href: string, keys?: string): Command => ({
    id,
    ...(keys !== undefined && { keys: [keys] }),
    run: () => void navigate({ href }),
  });
  const begin = () => {
    beginAnother();
    void navigate({ href: '/write' });
  };
  useCommands('everywhere', [
    { id: 'palette', keys: ['mod+k'], run: () => open('palette') },
    ...(permissions.includes('post.write') ? [{ id: 'newPost' as const, keys: ['n'], run: begin }] : []),
    { id: 'toCalendar', keys: ['g c'], run: () => void navigate(calendar) },
    go('toDrafts', '/drafts', 'g d'),
    go('toAttention', '/attention', 'g a'),
    go('toChannels', '/channels', 'g h'),
    ...(permissions.includes('channel.manage') ? [go('toConnect', '/channels/connect')] : []),
    { id: 'undo', keys: ['u'], run: () => void undo() },
    { id: 'notices', run: () => open('notices') },
    { id: 'keys', keys: ['?'], run: () => open('keys') },
    { id: 'signOut', run: () => void signOut() },
  ]);
}
