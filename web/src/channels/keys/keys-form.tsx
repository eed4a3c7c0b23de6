import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { tell } from '../../app/acts.ts';
import { api, noteFailure } from '../../data/client.ts';
import { type Errand, pathOf } from '../errand.ts';
import { readFields } from '../schema.ts';
import { SchemaForm } from '../schema-form.tsx';
import { type App, readAgain } from './app.ts';
import styles from './keys.module.css';
import { useKeyWords } from './words.ts';

interface Props {
  app: App;
  errand: Errand;
  /** Its first field has the focus at first. */
  takesFocus: boolean;
}

/** Sets the keys. They are on this page only until the service has them. */
export function KeysForm({ app, errand, takesFocus }: Props) {
  const words = useKeyWords();
  const [isEmpty, setEmpty] = useState(false);
  const save = useSave(app, errand);
  const fields = readFields(app.keys);
  const send = (values: Record<string, unknown>) => {
    // Where a network has several apps, no key is required, and the rest has values already.
    const isKeyless = fields.every(({ name, kind }) => kind !== 'secret' || values[name] === undefined);
    setEmpty(isKeyless);
    if (!isKeyless) save.mutate(values);
  };
  return (
    <section className={styles['section']} aria-labelledby="keys">
      <h2 id="keys">{words.keys()}</h2>
      <p className={styles['aside']}>{words.never()}</p>
      {app.source === 'stored' && <p className={styles['aside']}>{words.replacing()}</p>}
      <SchemaForm
        fields={fields}
        names={words.fields[app.family] ?? {}}
        prefix=""
        error={save.error}
        isBusy={save.isPending}
        folds={false}
        takesFocus={takesFocus}
        submit={words.save()}
        onSubmit={send}
      >
        {isEmpty && (
          <p role="alert" className={styles['wrong']}>
            {words.nothing()}
          </p>
        )}
      </SchemaForm>
    </section>
  );
}

/** Afterwards, the person goes on to connect an account. */
function useSave({ family }: App, errand: Errand) {
  const { saved } = useKeyWords();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: Record<string, unknown>) => api().call('setNetworkApp', { params: { family }, body }),
    // What was sent does not stay in memory.
    gcTime: 0,
    onError: noteFailure,
    onSuccess: async () => {
      tell(saved());
      await readAgain(queries);
      await navigate({ href: pathOf(errand), replace: true });
    },
  });
}
