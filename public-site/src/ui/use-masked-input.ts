import { phoneCaret } from '@kidlab/contract';
import { type ChangeEvent, type RefObject, useLayoutEffect, useRef } from 'react';

interface MaskedInput {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/**
 * Forms a text of digits while it is typed, and leaves the caret after the digit it stood behind.
 * @param mask left out, the text is taken as it is
 */
export function useMaskedInput(
  mask: ((text: string) => string) | undefined,
  onValue: (value: string) => void,
): MaskedInput {
  const ref = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (caret.current === null) return;
    ref.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  return {
    ref,
    onChange: ({ target }) => {
      if (mask === undefined) {
        onValue(target.value);
        return;
      }
      const masked = mask(target.value);
      const end = target.selectionEnd ?? target.value.length;
      const atEnd = end === target.value.length;
      const digitsBefore = target.value.slice(0, end).replace(/\D/g, '').length;
      caret.current = atEnd ? masked.length : phoneCaret(masked, digitsBefore);
      onValue(masked);
    },
  };
}
