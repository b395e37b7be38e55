import { type ReactNode, useEffect, useRef, useState } from 'react';

import { ActionButton } from './button.js';
import { MailText } from './page.js';
import type { Submission } from './submission.js';

interface MailNews {
  readonly text: string;
  /** The mail can't be requested again. */
  readonly isOver: boolean;
}

interface MailButtonProps {
  readonly label: string;
  readonly look?: 'main' | 'quiet';
  readonly submission: Submission;
  readonly send: () => Promise<MailNews>;
  /** Shown below the button, as long as the button is. */
  readonly children?: ReactNode;
}

/** Sends a mail and reports the outcome in place. */
export function MailButton(props: MailButtonProps): ReactNode {
  const { label, look = 'main', submission, send, children } = props;
  const [{ text, isOver }, setNews] = useState<MailNews>({ text: '', isOver: false });
  const words = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    // The button that had the focus is gone.
    if (isOver) words.current?.focus();
  }, [isOver]);

  const action = async (): Promise<void> => {
    setNews({ text: '', isOver: false });
    setNews(await send());
  };

  return (
    <>
      {!isOver && (
        <div className="actions">
          <ActionButton look={look} submission={submission} action={action}>
            {label}
          </ActionButton>
        </div>
      )}
      <p role="status" className="news" tabIndex={-1} ref={words}>
        <MailText>{text}</MailText>
      </p>
      {!isOver && children}
    </>
  );
}
