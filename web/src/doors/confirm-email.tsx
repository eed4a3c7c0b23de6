/** Opened from a mailed link by a person who is signed in. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../data/client.ts';
import { Button, buttonClass } from '../look/button.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import { Door } from './door.tsx';
import { takeToken } from './token.ts';

export function Page() {
  const { doors, frame } = useWords();
  const [token] = useState(takeToken);
  const confirm = useCall('confirmEmail');
  return (
    <Door title={doors.confirmEmail.title()}>
      {token === '' && !confirm.isSuccess && <p>{doors.linkIncomplete()}</p>}
      {confirm.isSuccess && <p role="status">{doors.confirmEmail.done()}</p>}
      {confirm.isError && <Problem error={confirm.error} />}
      {token !== '' && !confirm.isSuccess && (
        <Button look="act" busy={confirm.isPending} onClick={() => confirm.mutate({ body: { token } })}>
          {doors.confirmEmail.submit()}
        </Button>
      )}
      {confirm.isSuccess && (
        <Link to="/" className={buttonClass('act')}>
          {frame.toCalendar()}
        </Link>
      )}
    </Door>
  );
}
