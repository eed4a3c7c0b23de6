import { useMutation, useQueryClient } from '@tanstack/react-query';
import { tell } from '../../app/acts.ts';
import { api, noteFailure } from '../../data/client.ts';
import { Button } from '../../look/button.tsx';
import { Dialog } from '../../look/dialog.tsx';
import { Problem } from '../../look/problem.tsx';
import { useWords } from '../../words/words.ts';
import { type App, readAgain } from './app.ts';
import { useKeyWords } from './words.ts';

interface Props {
  app: App;
  /** Those that share the keys. */
  networks: string[];
  onClose: () => void;
}

export function DeletionDialog({ app: { family }, networks, onClose }: Props) {
  const { frame } = useWords();
  const { removal, removed } = useKeyWords();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api().call('deleteNetworkApp', { params: { family } }),
    onError: noteFailure,
    onSuccess: async () => {
      tell(removed());
      await readAgain(queries);
      onClose();
    },
  });
  return (
    <Dialog
      title={removal.title()}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{frame.cancel()}</Button>
          <Button look="harm" busy={remove.isPending} onClick={() => remove.mutate()}>
            {removal.confirm()}
          </Button>
        </>
      }
    >
      <p>{removal.why({ networks })}</p>
      {remove.isError && <Problem error={remove.error} />}
    </Dialog>
  );
}
