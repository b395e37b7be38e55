import { LIST_TEXTS, PORTAL_ROUTES, RECORD_FORM_TEXTS } from '@kidlab/contract';
import { Alert, Box, Button, Typography } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Page } from '../layout/page.js';
import { failureText } from '../providers/http.js';

interface EditPageProps<StaffRecord> {
  readonly title: string;
  /** What the page is opened for stands neither in its address nor in what was handed over. */
  readonly isMissing: boolean;
  readonly record: UseQueryResult<StaffRecord>;
  /** The way back when there is nothing to edit. */
  readonly back: string | null;
  /** The form. */
  readonly children: (record: StaffRecord) => ReactNode;
}

/** An address that names one family and the guardian or child of another one: which of them is meant, nobody can say. */
export function isOfAnotherFamily(
  guid: string | null,
  record: { readonly familyGuid: string } | undefined,
): boolean {
  return guid !== null && record !== undefined && record.familyGuid !== guid.toLowerCase();
}

/** The page around a form that edits a record: while it is read, and when it can't be. */
export function EditPage<StaffRecord>({
  title,
  isMissing,
  record,
  back,
  children,
}: EditPageProps<StaffRecord>): ReactNode {
  const { data, error, isPending, refetch } = record;
  if (isMissing) return <NothingToEdit title={title} />;
  if (data !== undefined) {
    return (
      <Page title={title} autoFocus={false}>
        {error === null ? null : (
          <Alert severity="error" sx={{ mb: 2 }}>
            {failureText(error)}
          </Alert>
        )}
        {children(data)}
      </Page>
    );
  }
  return (
    <Page title={title}>
      {isPending ? <Typography role="status">{LIST_TEXTS.loading}</Typography> : null}
      {error === null ? null : (
        <>
          <Alert severity="error">{failureText(error)}</Alert>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
            <Button
              variant="outlined"
              onClick={() => {
                void refetch();
              }}
            >
              {LIST_TEXTS.tryAgain}
            </Button>
            <WayBack back={back} />
          </Box>
        </>
      )}
    </Page>
  );
}

interface NothingToEditProps {
  readonly title: string;
  readonly why?: string;
  readonly back?: string | null;
}

/** A page that was opened without saying for which record, or for a family that has no room. */
export function NothingToEdit({
  title,
  why = RECORD_FORM_TEXTS.missing,
  back = null,
}: NothingToEditProps): ReactNode {
  return (
    <Page title={title}>
      <Alert severity="info" sx={{ mb: 2 }}>
        {why}
      </Alert>
      <WayBack back={back} />
    </Page>
  );
}

function WayBack({ back }: { readonly back: string | null }): ReactNode {
  const { toFamily, toSearch } = RECORD_FORM_TEXTS;
  return (
    <Button component={Link} to={back ?? PORTAL_ROUTES.search}>
      {back === null ? toSearch : toFamily}
    </Button>
  );
}
