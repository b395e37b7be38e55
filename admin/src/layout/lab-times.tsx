import { labTimesText } from '@kidlab/contract';
import { Typography } from '@mui/material';
import type { ReactNode } from 'react';

import { site } from '../site.js';

/** Says once on a page whose clocks its times are read from. */
export function LabTimes(): ReactNode {
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', my: 1 }}>
      {labTimesText(site.labTimeZone)}
    </Typography>
  );
}
