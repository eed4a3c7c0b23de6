import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Props {
  channel: number;
  className?: string;
  children: ReactNode;
}

/** Leads to the form or the sign-in that connects a channel again, and from there back to this screen. */
export function AgainLink({ channel, className, children }: Props) {
  const here = useLocation({ select: ({ href }) => href });
  return (
    <Link
      to="/channels/connect"
      search={{ channel, return_to: here }}
      {...(className !== undefined && { className })}
    >
      {children}
    </Link>
  );
}
