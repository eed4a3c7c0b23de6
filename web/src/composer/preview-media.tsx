import Film from 'icon:film';
import type { Layout } from '@belfry/networks/core/preview.ts';
import { type CSSProperties, useState } from 'react';
import { useWords } from '../words/words.ts';
import { thumbnailOf } from './library.tsx';
import styles from './preview.module.css';
import type { View } from './write.tsx';

interface Props {
  view: View;
  ids: readonly number[];
  layout: Layout;
}

/** The files as the network lays them out, cropped as it crops them. */
export function PreviewMedia({ view, ids, layout }: Props) {
  const { composer } = useWords();
  const [at, setAt] = useState(0);
  if (layout.as === 'none' || ids.length === 0) return <Waiting view={view} ids={ids} />;
  const style = { '--ratio': layout.ratio === null ? 'auto' : String(layout.ratio) } as CSSProperties;
  const isCarousel = layout.as === 'carousel';
  const shown = isCarousel ? ids.slice(Math.min(at, ids.length - 1)).slice(0, 1) : ids;
  return (
    <div className={styles['media']} data-as={layout.as} data-count={Math.min(shown.length, 4)} style={style}>
      {shown.slice(0, layout.as === 'column' ? shown.length : 4).map((id, index) => (
        <One
          key={id}
          view={view}
          id={id}
          further={index === 3 && layout.as === 'grid' ? ids.length - 4 : 0}
        />
      ))}
      {isCarousel && ids.length > 1 && (
        <button type="button" className={styles['page']} onClick={() => setAt((at + 1) % ids.length)}>
          {composer.preview.pictures({ at: at + 1, of: ids.length })} ›
        </button>
      )}
    </div>
  );
}

/** Pictures that are still on their way are shown from this browser. */
function Waiting({ view, ids }: { view: View; ids: readonly number[] }) {
  if (ids.length === 0) return null;
  return (
    <div className={styles['media']} data-as="grid" data-count={Math.min(ids.length, 4)}>
      {ids.slice(0, 4).map((id) => (
        <One key={id} view={view} id={id} further={0} />
      ))}
    </div>
  );
}

function One({ view: { state }, id, further }: { view: View; id: number; further: number }) {
  const { composer } = useWords();
  const file = state.files.get(id);
  const picture = state.uploads.get(id)?.picture;
  const source = file === undefined ? picture : thumbnailOf(file, 640);
  return (
    <span className={styles['picture']}>
      {source ? <img src={source} alt={file?.alt_text ?? ''} /> : <Film />}
      {file?.kind === 'video' && <Film className={styles['film'] ?? ''} />}
      {file?.alt_text && <small className={styles['alt']}>{composer.preview.alt()}</small>}
      {further > 0 && <span className={styles['further']}>+{further}</span>}
    </span>
  );
}
