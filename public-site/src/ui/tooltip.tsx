import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

/** Mark of a text that stands below its button. */
const BELOW = 'data-below';

/** Least distance of the text from the edges of the screen, in pixels. */
const MARGIN = 8;

/**
 * Moves the text sideways where it would stick out of the screen. Puts it below its button where the screen ends above it,
 * and there is more room below.
 */
function place(text: HTMLElement): void {
  text.removeAttribute(BELOW);
  text.style.removeProperty('translate');
  const { top, bottom, left, right } = text.getBoundingClientRect();
  const beyond = Math.max(0, right - (document.documentElement.clientWidth - MARGIN));
  const shift = Math.max(MARGIN - left, -beyond);
  if (shift !== 0) text.style.setProperty('translate', `${String(shift)}px`);
  const button = text.parentElement?.getBoundingClientRect();
  if (top >= 0 || button === undefined) return;
  const isRoomBelow = window.innerHeight - button.bottom > bottom;
  if (isRoomBelow) text.setAttribute(BELOW, '');
}

interface TooltipProps {
  /** Accessible name of the button. */
  readonly name: string;
  readonly children: ReactNode;
}

/**
 * A question mark that explains: opened by pointer, focus and click, closed by Esc, by a second click and by leaving it.
 * The text stays open while the pointer is on it.
 */
export function Tooltip({ name, children }: TooltipProps): ReactNode {
  const id = useId();
  const [hovered, setHovered] = useState(false);
  const [pinned, setPinned] = useState(false);
  const open = hovered || pinned;
  const text = useRef<HTMLSpanElement>(null);
  /** Whether the text was pinned when the pointer came down: to press the button focuses it, which pins it too. */
  const wasPinned = useRef<boolean | null>(null);

  useLayoutEffect(() => {
    if (open && text.current !== null) place(text.current);
  }, [open]);

  useEffect(() => {
    if (!open) return;
    // On the document: the focus is elsewhere when only the pointer has opened it.
    const closeOnEscape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      setHovered(false);
      setPinned(false);
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [open]);

  return (
    <span
      className="tooltip"
      onPointerEnter={({ pointerType }) => {
        // A finger does not hover.
        if (pointerType !== 'touch') setHovered(true);
      }}
      onPointerLeave={() => setHovered(false)}
    >
      <button
        type="button"
        className="tooltip-button"
        aria-label={name}
        aria-describedby={id}
        onPointerDown={() => {
          wasPinned.current = pinned;
        }}
        onFocus={() => setPinned(true)}
        onBlur={() => setPinned(false)}
        onClick={(event) => {
          // Not every browser focuses a button that is clicked; without the focus nothing would close the text.
          event.currentTarget.focus();
          const closes = wasPinned.current ?? pinned;
          wasPinned.current = null;
          setPinned(!closes);
          if (closes) setHovered(false);
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
