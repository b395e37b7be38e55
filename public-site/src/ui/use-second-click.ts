import { type MouseEvent, useRef } from 'react';

/**
 * Swallows the second click of a double click when the first one has put something else under the pointer: whoever
 * clicks "Save" twice does not mean the "Delete" that has come to stand there. What a double click is, the browser
 * says; one that counts anew on another element (Firefox) is not helped.
 * @returns a handler for the capture phase of clicks
 */
export function useSecondClick(): (event: MouseEvent) => void {
  const first = useRef<EventTarget | null>(null);
  return (event) => {
    const isFurther = event.detail > 1;
    if (!isFurther) first.current = event.target;
    else if (first.current !== event.target) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
}
