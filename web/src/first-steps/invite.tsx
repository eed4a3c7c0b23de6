/** Invites a person. Without mail, the service answers the link, and the inviter passes it on. */
import { mayGrant, type Role, roles } from '@belfry/contract/roles.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { useStart } from '../app/start.ts';
import { keyOf, useCall } from '../data/client.ts';
import { Button } from '../look/button.tsx';
import { CopyField } from '../look/copy-field.tsx';
import { Dialog } from '../look/dialog.tsx';
import { SelectField, TextField } from '../look/field.tsx';
import { errorOf, Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import styles from './first-steps.module.css';

export default function Invite({ onClose }: { onClose: () => void }) {
  const { firstSteps, frame } = useWords();
  const form = useId();
  const queries = useQueryClient();
  const invite = useCall('createInvitation');
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const body = { email: String(data.get('email')), role: String(data.get('role')) as Role };
    invite.mutate({ body });
  };
  // The card of this dialog goes as soon as the invitation is known.
  const close = () => {
    onClose();
    if (invite.isSuccess) void queries.invalidateQueries({ queryKey: keyOf('listInvitations') });
  };
  const { invitation } = firstSteps;
  const made = invite.data?.data;
  return (
    <Dialog
      role="dialog"
      title={firstSteps.people.title()}
      onClose={close}
      actions={
        made === undefined ? (
          <>
            <Button onClick={close}>{frame.cancel()}</Button>
            <Button look="act" type="submit" form={form} sends busy={invite.isPending}>
              {firstSteps.people.act()}
            </Button>
          </>
        ) : (
          <Button look="act" onClick={close}>
            {invitation.close()}
          </Button>
        )
      }
    >
      {made === undefined ? (
        <form id={form} onSubmit={send} className={styles['form']}>
          <Fields error={invite.error} />
        </form>
      ) : (
        <Made email={made.email} link={made.link} />
      )}
    </Dialog>
  );
}

function Fields({ error }: { error: unknown }) {
  const { doors, firstSteps } = useWords();
  const { role } = useStart();
  const { invitation } = firstSteps;
  return (
    <>
      <TextField
        label={doors.email()}
        name="email"
        type="email"
        autoComplete="off"
        required
        error={errorOf(error, 'email')}
      />
      <SelectField label={invitation.role()} name="role" defaultValue="editor">
        {roles
          .filter((one) => mayGrant(role, one))
          .map((one) => (
            <option key={one} value={one}>
              {invitation.roles[one]()}
            </option>
          ))}
      </SelectField>
      {error !== null && <Problem error={error} />}
    </>
  );
}

function Made({ email, link }: { email: string; link: string | null }) {
  const { invitation } = useWords().firstSteps;
  if (link === null) return <p role="status">{invitation.mailed({ email })}</p>;
  return (
    <>
      <p role="status">{invitation.passOn({ email })}</p>
      <CopyField label={invitation.link()} value={link} words={invitation} autoFocus />
    </>
  );
}
