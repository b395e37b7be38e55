import { Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';

interface StepHeadingProps {
  readonly children: ReactNode;
  /** Takes the focus when the step appears; not where its first field does. */
  readonly focus?: boolean;
}

/** The heading of a step of the page. */
export function StepHeading({ children, focus = false }: StepHeadingProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  return (
    <Typography variant="h2" tabIndex={-1} ref={heading}>
      {children}
    </Typography>
  );
}
