import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

/** Gives the focus back to where it was, or to the page's heading where that is gone. */
function returnFocus(opener: Element | null): void {
  const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
  if (isThere) opener.focus({ preventScroll: true });
  if (isThere && document.activeElement === opener) return;
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}

interface DialogProps {
  readonly title: string;
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/** A native modal dialog, open as long as it is rendered. Esc is an answer too: `onDismiss`. */
export function Dialog({ title, onDismiss, children }: DialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // A layout effect is undone while the dialog still stands in the page: only then can it give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    // The browser has gone to the first button. Where that is not to be seen at once, reading begins at the heading.
    const heading = element?.querySelector('h2');
    if (element && heading && element.scrollHeight > element.clientHeight) {
      // Not before: the browser would always begin there.
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      element.scrollTop = 0;
    }
    return () => {
      element?.close();
      returnFocus(opener);
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss();
      }}
      onClose={({ currentTarget }) => {
        // Browsers let nobody hold a second Esc off. The question stays until it is answered.
        if (currentTarget.isConnected && !currentTarget.open) currentTarget.showModal();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
