import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/** A native modal dialog, open while rendered. Esc calls `onDismiss`. */
export function Dialog({ title, onDismiss, children }: DialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // A layout effect's cleanup runs while the dialog is still in the page, so it can return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The browser focuses the first button. If the dialog has to scroll, reading starts at the heading instead.
    const heading = element?.querySelector('h2');
    if (element && heading && element.scrollHeight > element.clientHeight) {
      // Set only now: otherwise the browser would always focus it.
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      element.scrollTop = 0;
    }
    return () => {
      // The browser returns the focus. If its element is gone, the page's heading gets it.
      element?.close();
      const { activeElement } = document;
      if (activeElement !== document.body && !element?.contains(activeElement)) return;
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
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
        // A second Esc closes the dialog regardless. Reopens it until the question is answered.
        if (currentTarget.isConnected && !currentTarget.open) currentTarget.showModal();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
