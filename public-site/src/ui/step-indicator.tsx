import type { ReactNode } from 'react';

/** Step 1, 2, 3 with the active one highlighted. */
export function StepIndicator({
  steps,
  active,
}: {
  readonly steps: readonly { readonly name: string }[];
  /** Counted from 1. */
  readonly active: number;
}): ReactNode {
  return (
    <nav aria-label="Registration steps">
      <ol className="steps">
        {steps.map(({ name }, index) => (
          <li
            key={name}
            className={index + 1 < active ? 'step step-done' : 'step'}
            aria-current={index + 1 === active ? 'step' : undefined}
          >
            <span className="step-number">{`Step ${String(index + 1)}`}</span>
            <span className="step-name">{name}</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
