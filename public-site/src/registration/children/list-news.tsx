import { MESSAGES } from '@kidlab/contract';
import { type ReactNode, useEffect, useRef } from 'react';

/** How long a removed child can be brought back by one tap, in milliseconds. */
const UNDO_TIME = 10_000;

/** What was done to the list last. */
export interface News {
  readonly text: string;
  readonly undo?: () => void;
}

/** Tells it, to be seen and heard. */
export function ListNews({
  news,
  sending,
  onOver,
}: {
  readonly news: News | null;
  readonly sending: boolean;
  /** It can't be undone any more. `hadFocus`: the focus was on the button that does. */
  readonly onOver: (hadFocus: boolean) => void;
}): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const over = useRef(onOver);
  useEffect(() => {
    over.current = onOver;
  });
  useEffect(() => {
    if (news?.undo === undefined) return;
    const timer = setTimeout(() => {
      over.current(document.activeElement === button.current);
    }, UNDO_TIME);
    return () => {
      clearTimeout(timer);
    };
  }, [news]);

  if (sending) {
    return (
      <p className="visually-hidden" role="status">
        {MESSAGES.sending}
      </p>
    );
  }
  return (
    <p className="news" role="status">
      {news?.text}
      {news?.undo !== undefined && (
        <>
          {' '}
          <button type="button" className="link-button" ref={button} onClick={news.undo}>
            Undo
          </button>
        </>
      )}
    </p>
  );
}
