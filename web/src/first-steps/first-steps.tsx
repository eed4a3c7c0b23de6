/** After the first published post, once: an account of a network, posting times, people. */
import Close from 'icon:x';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useStart } from '../app/start.ts';
import { useAnswer } from '../data/client.ts';
import { part } from '../data/part.ts';
import { Button } from '../look/button.tsx';
import { useWords } from '../words/words.ts';
import styles from './first-steps.module.css';
import { listSeen, noteSeen } from './seen.ts';
import { openSteps, type Step } from './steps.ts';

const Invite = part(() => import('./invite.tsx'));

export default function FirstSteps() {
  const { firstSteps } = useWords();
  const start = useStart();
  const { user, workspace } = start;
  const people = usePeople();
  const [seen, setSeen] = useState(() => listSeen(user.id, workspace.id));
  const open = openSteps(start, people).filter((step) => !seen.includes(step));
  const close = (step: Step) => {
    noteSeen(user.id, workspace.id, step);
    setSeen([...seen, step]);
  };
  if (open.length === 0) return null;
  return (
    <section className={styles['steps']} aria-label={firstSteps.title()}>
      {open.map((step) => (
        <article key={step} className={styles['step']}>
          <h2 className={styles['name']}>{acts[step]()}</h2>
          <Button
            look="quiet"
            square
            aria-label={firstSteps.close({ step: firstSteps[step].title() })}
            onClick={() => close(step)}
          >
            <Close width={16} height={16} />
          </Button>
          <p className={styles['text']}>{firstSteps[step].text()}</p>
        </article>
      ))}
    </section>
  );
}

/** Members and open invitations. */
function usePeople(): number | undefined {
  const enabled = useStart().permissions.includes('member.manage');
  const members = useAnswer('listMembers', {}, { enabled });
  const invitations = useAnswer('listInvitations', {}, { enabled });
  if (members.data === undefined || invitations.data === undefined) return undefined;
  return members.data.length + invitations.data.length;
}

const acts: Record<Step, () => ReactNode> = {
  channel: () => <ToConnect />,
  times: () => <ToTimes />,
  people: () => <ToInvite />,
};

function ToConnect() {
  const { firstSteps } = useWords();
  const here = useLocation({ select: ({ href }) => href });
  return (
    <Link to="/channels/connect" search={{ return_to: here }} className={styles['act']}>
      {firstSteps.channel.title()}
    </Link>
  );
}

function ToTimes() {
  const { firstSteps } = useWords();
  const { channels } = useStart();
  return (
    <Link to="/channels/$id" params={{ id: String(channels[0]?.id) }} className={styles['act']}>
      {firstSteps.times.title()}
    </Link>
  );
}

function ToInvite() {
  const { firstSteps } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles['act']} onClick={() => setOpen(true)}>
        {firstSteps.people.title()}
      </button>
      <Suspense>{isOpen && <Invite onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
