import type { RegistrationReportRow } from '@kidlab/contract';
import { useEffect } from 'react';
import { useListContext } from 'react-admin';
import { useLocation } from 'react-router';

import { storeReport } from './stored-report.js';

/** Keeps what the list shows, whenever the server has answered. */
export function KeepReport({ familyName }: { readonly familyName: string }): null {
  const { data, total, error, isFetching, isPlaceholderData } =
    useListContext<RegistrationReportRow>();
  const { search } = useLocation();
  const isAnswer = error === null && isFetching !== true && isPlaceholderData !== true;
  useEffect(() => {
    if (!isAnswer || data === undefined) return;
    storeReport({ familyName, search, results: data, total });
  }, [isAnswer, data, total, familyName, search]);
  return null;
}
