/** Asks before a sign-out deletes what only this device has. */
import { useEffect, useState } from 'react';
import { Button } from '../look/button.tsx';
import { Dialog } from '../look/dialog.tsx';
import { Problem } from '../look/problem.tsx';
import { useOfflineWords } from '../offline/words.ts';
import { useFirstWords } from '../words/words.ts';
import { countUnsent, leave } from './leave.ts';
import { useStart } from './start.ts';

export default function SignOut({ onClose }: { onClose: () => void }) {
  const { frame } = useFirstWords();
  const words = useOfflineWords();
  const { user } = useStart();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [count, setCount] = useState(1);
  useEffect(() => void countUnsent(user.id).then(setCount), [user.id]);
  const confirm = async () => {
    setBusy(true);
    await leave(user.id).catch((reason: unknown) => {
      setError(reason);
      setBusy(false);
    });
  };
  return (
    <Dialog
      title={words.leaving.title()}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{frame.cancel()}</Button>
          <Button look="harm" busy={isBusy} onClick={confirm}>
            {words.leaving.confirm()}
          </Button>
        </>
      }
    >
      <p>{words.leaving.body({ count })}</p>
      {error !== undefined && <Problem error={error} />}
    </Dialog>
  );
}
