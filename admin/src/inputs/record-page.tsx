import {
  PORTAL_ROUTES,
  type StaffChild,
  type StaffFamily,
  type StaffFamilyDetails,
  type StaffGuardian,
} from '@kidlab/contract';
import { Alert, Button, Checkbox, FormControlLabel, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { EditBase, type RaRecord, useEditContext, useGetOne } from 'react-admin';
import { useWatch } from 'react-hook-form';
import {
  Link,
  NavigationType,
  useLocation,
  useNavigationType,
  useSearchParams,
} from 'react-router';

import { Page, TryAgain } from '../layout/page.js';
import { HEADER_TEXTS, LIST_TEXTS } from '../texts/portal.js';
import { alsoChangeText, RECORD_FORM_TEXTS } from '../texts/record.js';

/** What the page of a family hands to the pages that add and edit its records. Source: admin portal, section 2. */
export function handOver({ guid, email, id, familyName }: StaffFamily) {
  return { guid, familyEmail: email, familyId: id, familyName };
}

interface HandedOver extends ReturnType<typeof handOver> {
  readonly family: StaffFamilyDetails;
  readonly guardian: StaffGuardian;
  readonly child: StaffChild;
}

function idOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d*$/.test(text) ? Number(text) : null;
}

/** What a page of a record was opened with: the address wins over what the page before has handed over. */
export function useOpenedWith() {
  const [query] = useSearchParams();
  const state = (useLocation().state ?? {}) as Partial<HandedOver>;
  /** Of the address. */
  const parameter = (name: string): string | null => {
    const value = query.get(name);
    return value === '' ? null : value;
  };
  return {
    state,
    parameter,
    guid: parameter('guid') ?? state.guid ?? null,
    /** Of the guardian, the child, the study or the session. */
    id: idOf(query.get('id')) ?? state.guardian?.id ?? state.child?.id ?? null,
  };
}

interface EditPageProps<StaffRecord> {
  readonly title: string;
  readonly resource: string;
  /** `null`: the page was opened without saying for which record. */
  readonly id: string | number | null;
  /** What the page before has handed over. */
  readonly preloaded: StaffRecord | undefined;
  /** The record is not what the address speaks of. */
  readonly isAnother?: (record: StaffRecord) => boolean;
  /** The way back when there is nothing to edit. */
  readonly back: string | null;
  readonly children: (record: StaffRecord, reload: () => void) => ReactNode;
}

/**
 * The page of a record that is edited. The form is there at once with what the page before has handed over; after a
 * refresh or the Back button, which hand over what is old by now, with what the server says. It is never filled anew
 * behind anybody's back.
 */
export function EditPage<StaffRecord extends RaRecord>(
  props: EditPageProps<StaffRecord>,
): ReactNode {
  const { title, resource, id, preloaded, isAnother = () => false, back, children } = props;
  const isHandedOver = useNavigationType() !== NavigationType.Pop;
  const [initialData] = useState(isHandedOver ? preloaded : undefined);
  if (id === null) return <NothingToEdit title={title} />;
  return (
    <EditBase<StaffRecord>
      resource={resource}
      id={id}
      mutationMode="pessimistic"
      redirect={false}
      queryOptions={{
        // Not by the header's Refresh either: it would take away what was typed.
        staleTime: 'static',
        gcTime: 0,
        onError: () => undefined,
        ...(initialData === undefined ? {} : { initialData }),
      }}
      loading={
        <Page title={title}>
          <Typography role="status">{LIST_TEXTS.loading}</Typography>
        </Page>
      }
      error={<NotRead title={title} back={back} />}
      render={({ record, refetch }) => {
        if (record === undefined) return null;
        if (isAnother(record)) return <NothingToEdit title={title} />;
        return (
          <Page key={record['version'] as number} title={title} autoFocus={false}>
            {children(record, () => {
              void refetch();
            })}
          </Page>
        );
      }}
    />
  );
}

function NotRead({ title, back }: Pick<NothingToEditProps, 'title' | 'back'>): ReactNode {
  const { error, refetch } = useEditContext();
  return (
    <Page title={title}>
      <TryAgain error={error} onTryAgain={refetch} />
      <WayBack back={back} />
    </Page>
  );
}

interface NothingToEditProps {
  readonly title: string;
  readonly why?: string;
  readonly back?: string | null | undefined;
}

/** A page that was opened without saying for which record, or for a family that has no room. */
export function NothingToEdit({
  title,
  why = RECORD_FORM_TEXTS.missing,
  back,
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

function WayBack({ back = null }: Pick<NothingToEditProps, 'back'>): ReactNode {
  return (
    <Button component={Link} to={back ?? PORTAL_ROUTES.search}>
      {back === null ? HEADER_TEXTS.search : RECORD_FORM_TEXTS.toFamily}
    </Button>
  );
}

/** A record's family as it is when the page opens; `undefined` while nobody knows. */
export function useFamilyOf(guid: string | null): StaffFamilyDetails | undefined {
  const family = useGetOne<StaffFamilyDetails>(
    'families',
    { id: guid as unknown as number },
    { enabled: guid !== null, staleTime: 'static', gcTime: 0 },
  );
  return family.data;
}

interface AlsoChangeProps {
  readonly field: 'family.email' | 'guardian.email';
  readonly former: string;
  /** Who else has it. */
  readonly names: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Below an address that is being corrected: whether those who had the same one get the new one as well. */
export function AlsoChange(props: AlsoChangeProps): ReactNode {
  const { field, former, names, checked, onChange } = props;
  const email: unknown = useWatch({ name: field });
  if (typeof email !== 'string' || email.trim().toLowerCase() === former) return null;
  return (
    <FormControlLabel
      label={alsoChangeText(names)}
      control={<Checkbox checked={checked} onChange={(_, isChecked) => onChange(isChecked)} />}
    />
  );
}
