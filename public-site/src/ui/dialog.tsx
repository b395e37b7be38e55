import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

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
      // The browser gives the focus back to where it was. Where that is gone, reading goes on at the page's heading.
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
        // Browsers let nobody hold a second Esc off. The question stays until it is answered.
        if (currentTarget.isConnected && !currentTarget.open) currentTarget.showModal();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
