import { type ComponentProps, type ReactNode, useId } from 'react';

import { hrefOf } from '../site/location.js';
import type { Submission } from './submission.js';

const LOOKS = {
  main: 'button',
  quiet: 'button button-quiet',
  danger: 'button button-danger',
  link: 'link-button',
} as const;

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: keyof typeof LOOKS;
  /** Blocks clicks but keeps the focus. */
  readonly busy?: boolean;
  /** Shows the spinner. */
  readonly working?: boolean;
}

export function Button({ look = 'main', busy, working, onClick, ...rest }: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      className={LOOKS[look]}
      aria-disabled={busy}
      aria-busy={working}
      onClick={busy === true ? undefined : onClick}
    />
  );
}

interface ActionButtonProps extends ButtonProps {
  readonly submission: Submission;
  readonly action: () => Promise<void>;
}

/** Runs an action of the page's submission. */
export function ActionButton({ submission, action, ...rest }: ActionButtonProps): ReactNode {
  const id = useId();
  const { busy, running, submit } = submission;
  return (
    <Button {...rest} busy={busy} working={running === id} onClick={() => submit(action, id)} />
  );
}

interface ButtonLinkProps extends ComponentProps<'a'> {
  readonly to: string;
  readonly look?: keyof typeof LOOKS;
}

/** A link that looks like a button. It loads the page from the server. */
export function ButtonLink({ to, look = 'main', ...rest }: ButtonLinkProps): ReactNode {
  return <a {...rest} className={LOOKS[look]} href={hrefOf(to)} />;
}
