import { type FamilySummaryRow, type SearchQuery } from '@kidlab/contract';
import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';

import { EditLink, StateChip } from '../layout/list/cells.js';
import { ButtonsColumn, PortalColumn } from '../layout/list/columns.js';
import { PortalDataTable } from '../layout/list/portal-data-table.js';
import { PortalListView } from '../layout/list/portal-list.js';
import { familyDetailsPath } from '../layout/links.js';
import { countSearch, FAMILY_SUMMARIES } from '../providers/lists.js';
import { orNone } from '../texts/dates.js';
import { countText, familyStateText, LIST_TEXTS } from '../texts/portal.js';
import { SEARCH_LABELS, SEARCH_TEXTS } from '../texts/search.js';

const { added: words } = SEARCH_TEXTS;

const pathOf = ({ guid }: FamilySummaryRow): string => familyDetailsPath(guid);
const nameOf = ({ familyName }: FamilySummaryRow): string => orNone(familyName);

/** Keeps each header on one line. */
const DENSE = {
  '& th': { whiteSpace: 'nowrap' },
  // All columns fit beside the sidebar; the state is never cut.
  '& td:not(:nth-of-type(5))': { maxWidth: '11rem' },
};

const Column = PortalColumn<FamilySummaryRow>;

/** The children's first names, with matches highlighted. */
function ChildNames({ row }: { readonly row: FamilySummaryRow }): ReactNode {
  const { allChildren, childMatches } = row;
  if (allChildren === null || childMatches === null) return orNone(allChildren);
  return allChildren.split(', ').map((name, index) => (
    // Two children may have the same name.
    <Fragment key={index}>
      {index > 0 ? ', ' : null}
      {childMatches[index] === true ? (
        <Box component="mark" sx={MARK}>
          {name}
        </Box>
      ) : (
        name
      )}
    </Fragment>
  ));
}

const MARK = {
  bgcolor: 'var(--brand-soft)',
  color: 'var(--on-brand-soft)',
  borderRadius: 1,
  px: 0.5,
};

function CardText({ row }: { readonly row: FamilySummaryRow }): ReactNode {
  const lines = [
    `${SEARCH_LABELS.allGuardians}: ${orNone(row.allGuardians)}`,
    <>
      {`${SEARCH_LABELS.allChildren}: `}
      <ChildNames row={row} />
    </>,
    row.email,
    familyStateText(row.state, row.disabledIndicator),
  ];
  return lines.map((line, index) => (
    <Box key={index} component="span" sx={{ display: 'block' }}>
      {line}
    </Box>
  ));
}

export function SearchResults({ filter }: { readonly filter: SearchQuery }): ReactNode {
  const count = useQuery({
    queryKey: [FAMILY_SUMMARIES, 'count', filter],
    queryFn: ({ signal }) => countSearch(filter, signal),
  });
  /** `703 families, 800 children`; only the families if the children could not be counted. */
  const totalText = (families: number | undefined): string | null => {
    if (count.isPending) return null;
    const parts = [countText(families, FAMILY_SUMMARIES)];
    if (count.data !== undefined) parts.push(countText(count.data.children, 'children'));
    return parts.join(', ');
  };
  return (
    <PortalListView totalText={totalText} failed={words.failed}>
      <Box sx={DENSE}>
        <PortalDataTable<FamilySummaryRow>
          open={pathOf}
          card={(row) => ({
            primary: nameOf(row),
            secondary: <CardText row={row} />,
          })}
          empty={<Typography sx={{ p: 2, pt: 0 }}>{LIST_TEXTS.nothing}</Typography>}
        >
          <Column source="familyName" opens orNone />
          <Column source="allGuardians" orNone />
          <Column source="allChildren" render={(row) => <ChildNames row={row} />} />
          <Column source="email" />
          <Column source="state" render={(row) => <StateChip {...row} />} />
          <ButtonsColumn<FamilySummaryRow>
            label={words.edit}
            render={(row) => <EditLink to={pathOf(row)} name={nameOf(row)} />}
          />
        </PortalDataTable>
      </Box>
    </PortalListView>
  );
}
