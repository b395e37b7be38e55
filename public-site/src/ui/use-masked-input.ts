import { phoneCaret } from '@kidlab/contract';
import { type ChangeEvent, type RefObject, useLayoutEffect, useRef } from 'react';

interface MaskedInput {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** Forms a text. `before`: what it was typed into, key by key; left out when it came as a whole. */
export type Mask = (text: string, before?: string) => string;

/** Keys that were pressed, as browsers name what they did; phones compose even digits. */
const TYPED: readonly unknown[] = ['insertText', 'insertCompositionText'];

function digitsIn(text: string): number {
  return text.replace(/\D/g, '').length;
}

/**
 * Forms a text of digits while it is typed, and leaves the caret after the digit it stood behind.
 * @param mask left out, the text is taken as it is
 */
export function useMaskedInput(
  mask: Mask | undefined,
  value: string,
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
    onChange: ({ target, nativeEvent }) => {
      if (mask === undefined) {
        onValue(target.value);
        return;
      }
      const isTyped = 'inputType' in nativeEvent && TYPED.includes(nativeEvent.inputType);
      const masked = isTyped ? mask(target.value, value) : mask(target.value);
      // A complete text takes no more: what was typed there is not there.
      const refused = isTyped && masked === value ? digitsIn(target.value) - digitsIn(value) : 0;
      const end = target.selectionEnd ?? target.value.length;
      const atEnd = end === target.value.length;
      const digitsBefore = digitsIn(target.value.slice(0, end)) - refused;
      caret.current = atEnd ? masked.length : phoneCaret(masked, digitsBefore);
      onValue(masked);
    },
  };
}
