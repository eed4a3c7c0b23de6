/** A row of settings for each of the channels that are shown, or for several that have the same. */
import { useState } from 'react';
import type { Checked } from '../checking.ts';
import type { View } from '../write.tsx';
import { Settings } from './settings.tsx';
import { listSharing } from './shared.ts';

interface Props {
  view: View;
  shown: readonly Checked[];
}

export function AllSettings(props: Props) {
  const ruled = props.shown.filter(({ rules }) => rules !== null);
  return <Rows key={idsOf(ruled).join()} {...props} />;
}

/** Rows are split at once, and joined only when they are shown anew: nobody loses the row in which they type. */
function Rows({ view, shown }: Props) {
  const { writing } = view.state;
  const [joined] = useState(() => listSharing(shown, writing).map(idsOf));
  const rows = joined.flatMap((ids) => {
    const some = shown.filter(({ channel }) => ids.includes(channel.id));
    return listSharing(some, writing);
  });
  return rows.map((sharing) => <Settings key={sharing[0].channel.id} view={view} sharing={sharing} />);
}

const idsOf = (some: readonly Checked[]) => some.map(({ channel }) => channel.id);
