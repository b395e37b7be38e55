import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

interface TooltipProps {
  /** Accessible name of the button. */
  readonly name: string;
  readonly children: ReactNode;
}

/**
 * Opened by pointer, focus and click; closed by Esc, a second click and leaving it. Stays open while the pointer is on
 * the text (WCAG 1.4.13).
 */
export function Tooltip({ name, children }: TooltipProps): ReactNode {
  const id = useId();
  const [hovered, setHovered] = useState(false);
  const [pinned, setPinned] = useState(false);
  const open = hovered || pinned;
  const text = useRef<HTMLSpanElement>(null);

  const close = (): void => {
    setHovered(false);
    setPinned(false);
  };

  useLayoutEffect(() => {
    // Above the button, or below it when that would be off the screen.
    text.current?.removeAttribute('data-below');
    const { top } = text.current?.getBoundingClientRect() ?? { top: 0 };
    text.current?.toggleAttribute('data-below', top < 0);
  }, [open]);

  useEffect(() => {
    if (!open) return;
    // On the document, because the pointer opens it without focus.
    const closeOnEscape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [open]);

  return (
    <span
      onPointerEnter={({ pointerType }) => setHovered(pointerType !== 'touch')}
      onPointerLeave={() => setHovered(false)}
    >
      <button
        type="button"
        className="tooltip-button"
        aria-label={name}
        aria-describedby={id}
        // Focus opens the text. If pressing focused the button, each click would close it again.
        onMouseDown={(event) => event.preventDefault()}
        onFocus={() => setPinned(true)}
        onBlur={() => setPinned(false)}
        onClick={({ currentTarget }) => {
          currentTarget.focus();
          if (pinned) close();
          else setPinned(true);
        }}
      >
        ?
      </button>
      <span role="tooltip" id={id} ref={text} className="tooltip-text" hidden={!open}>
        {children}
      </span>
    </span>
  );
}
