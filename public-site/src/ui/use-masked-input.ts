import { type Mask, maskedEdit } from '@kidlab/contract';
import { type ChangeEvent, type RefObject, useLayoutEffect, useRef } from 'react';

interface MaskedInput {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/**
 * Forms a text of digits while it is typed, and leaves the caret after the digit it stood behind.
 * @param mask left out, the text is taken as it is.
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
      const edit = maskedEdit(mask, {
        text: target.value,
        caret: target.selectionEnd,
        before: value,
        inputType: 'inputType' in nativeEvent ? nativeEvent.inputType : null,
      });
      caret.current = edit.caret;
      onValue(edit.text);
    },
  };
}
