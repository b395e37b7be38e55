import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

/** A native modal dialog, open as long as it is rendered. Esc is an answer too: `onDismiss`. */
export function Dialog({
  title,
  onDismiss,
  children,
}: {
  readonly title: string;
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // A layout effect is undone while the dialog still stands in the page: only then can it give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
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
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
