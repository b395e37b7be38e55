import { createContext, useContext } from 'react';
import type { RaRecord } from 'react-admin';

/** What a row of a list is called, and where it leads. */
export interface Rows {
  /** Names the row's checkbox: "Select {label}". */
  readonly rowLabel: (record: RaRecord) => string;
  /** Path that the row opens, below the portal's base; left out, rows open nothing. */
  readonly open?: ((record: RaRecord) => string) | undefined;
}

const RowsContext = createContext<Rows>({ rowLabel: ({ id }) => String(id) });

export const RowsProvider = RowsContext.Provider;

export function useRows(): Rows {
  return useContext(RowsContext);
}
