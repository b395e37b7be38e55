import { type CalendarMonth, formatDate } from '@kidlab/contract';
import { useState } from 'react';

import { site } from '../site.js';

function thisMonth(): CalendarMonth {
  const [month, , year] = formatDate(new Date().toISOString(), site.labTimeZone).split('/');
  return { year: Number(year), month: Number(month) };
}

/** This month on the lab's clocks; it stays the same for as long as a form is open. */
export function useToday(): CalendarMonth {
  const [today] = useState(thisMonth);
  return today;
}
