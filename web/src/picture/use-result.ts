import { useEffect, useRef, useState } from 'react';

/** Runs the last step, and ends it when the dialog is closed. */
export function useResult(onClose: () => void) {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const run = async (work: (signal: AbortSignal) => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    abort.current = new AbortController();
    try {
      await work(abort.current.signal);
      onClose();
    } catch (failure) {
      setError(failure ?? new Error());
    }
    setBusy(false);
  };
  return { error, isBusy, run };
}
