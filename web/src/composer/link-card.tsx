/** What readers see of the page behind a link. The service reads the page; the browser asks nobody else. */
import type { Card } from '@belfry/networks/core/preview.ts';
import { useQuery } from '@tanstack/react-query';
import { useStart } from '../app/start.ts';
import { reading } from '../data/client.ts';
import { useRested } from '../data/rested.ts';
import styles from './link-card.module.css';

/** Milliseconds for which a link must stand still before it is asked for. */
const REST = 1000;
/** As long as the service keeps it. */
const HOUR = 3_600_000;

/** Nothing while the page is being read, and where it cannot be read. */
export function LinkCard({ card }: { card: Card }) {
  if (card.title === undefined) return <OfPage url={card.url} />;
  const { title, description = null } = card;
  return <Shown title={title} description={description} site={hostOf(card.url)} image_url={null} />;
}

function OfPage({ url }: { url: string }) {
  const { permissions } = useStart();
  const rested = useRested(url, REST, '');
  const isAsked = rested === url && permissions.includes('post.write');
  const { data } = useQuery({
    ...reading('getLinkCard', { query: { url } }),
    enabled: isAsked,
    // A page that cannot be read is not asked for again and again.
    staleTime: HOUR,
    gcTime: HOUR,
    retryOnMount: false,
    refetchOnWindowFocus: false,
  });
  if (data === undefined || (data.title === null && data.image_url === null)) return null;
  return <Shown {...data} />;
}

interface ShownProps {
  title: string | null;
  description: string | null;
  site: string | null;
  image_url: string | null;
}

/** The words are those of strangers: plain text, and nothing leads to their page. */
function Shown({ title, description, site, image_url }: ShownProps) {
  return (
    <figure className={styles['card']}>
      {image_url !== null && <img src={image_url} alt="" className={styles['picture']} />}
      <figcaption className={styles['words']} dir="auto">
        {site !== null && <small className={styles['site']}>{site}</small>}
        {title !== null && <strong className={styles['title']}>{title}</strong>}
        {description !== null && <span className={styles['description']}>{description}</span>}
      </figcaption>
    </figure>
  );
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null;
}
