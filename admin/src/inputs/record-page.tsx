import {
  PORTAL_ROUTES,
  type StaffChild,
  type StaffFamily,
  type StaffFamilyDetails,
  type StaffGuardian,
} from '@kidlab/contract';
import { Alert, Checkbox, FormControlLabel, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { EditBase, type RaRecord, useEditContext, useGetOne } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router';

import { familyDetailsPath } from '../layout/links.js';
import { Page, PageLink, type PageLinkProps, TryAgain } from '../layout/page.js';
import { HEADER_TEXTS, LIST_TEXTS } from '../texts/portal.js';
import { alsoChangeText, RECORD_FORM_TEXTS } from '../texts/record.js';

/** Navigation state for the pages that add or edit records of a family. Source: admin portal, section 2. */
export function navigationState({ guid, email, id, familyName }: StaffFamily) {
  return { guid, familyEmail: email, familyId: id, familyName };
}

interface NavigationState extends ReturnType<typeof navigationState> {
  readonly family: StaffFamilyDetails;
  readonly guardian: StaffGuardian;
  readonly child: StaffChild;
}

function idOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d*$/.test(text) ? Number(text) : null;
}

/** The parameters of a record's page. The address takes precedence over the navigation state. */
export function useRecordParams() {
  const [query] = useSearchParams();
  const state = (useLocation().state ?? {}) as Partial<NavigationState>;
  const parameter = (name: string): string | null => {
    const value = query.get(name);
    return value === '' ? null : value;
  };
  return {
    state,
    parameter,
    guid: parameter('guid') ?? state.guid ?? null,
    /** Of the guardian, child, study or session: from the address, or else from the navigation state. */
    id: idOf(query.get('id')) ?? state.guardian?.id ?? state.child?.id ?? null,
  };
}

interface EditPageProps<StaffRecord> {
  readonly title: string;
  readonly resource: string;
  /** `null` when the address has no id. */
  readonly id: string | number | null;
  /** The record from the navigation state. */
  readonly preloaded?: StaffRecord | undefined;
  /** The family in the address of a guardian or child. Members of another family are not shown. */
  readonly familyGuid?: string | null;
  /** Where to go when there is no record; by default to the family, or else to the search. */
  readonly back?: PageLinkProps;
  readonly children: (record: StaffRecord, reload: () => void) => ReactNode;
}

/**
 * The page that edits a record. It starts with the record from the navigation state, if there is one; after a
 * reload or Back, that may be outdated, so it loads the record. The form never reloads while it is being edited.
 */
export function EditPage<StaffRecord extends RaRecord>(
  props: EditPageProps<StaffRecord>,
): ReactNode {
  const { title, resource, id, preloaded, familyGuid = null, children } = props;
  const { back = familyGuid === null ? TO_SEARCH : toFamily(familyGuid) } = props;
  const isNewVisit = useNavigationType() !== NavigationType.Pop;
  const [initialData] = useState(isNewVisit ? preloaded : undefined);
  if (id === null) return <NothingToEdit title={title} back={back} />;
  return (
    <EditBase<StaffRecord>
      resource={resource}
      id={id}
      mutationMode="pessimistic"
      queryOptions={{
        // Refresh in the header must not discard the entries.
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
        const isAnother = familyGuid !== null && record['familyGuid'] !== familyGuid.toLowerCase();
        if (isAnother) return <NothingToEdit title={title} />;
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

const TO_SEARCH: PageLinkProps = { to: PORTAL_ROUTES.search, label: HEADER_TEXTS.search };

export function toFamily(guid: string): PageLinkProps {
  return { to: familyDetailsPath(guid), label: RECORD_FORM_TEXTS.toFamily };
}

function NotRead({ title, back }: Required<Pick<NothingToEditProps, 'title' | 'back'>>): ReactNode {
  const { error, refetch } = useEditContext();
  return (
    <Page title={title}>
      <TryAgain error={error} onTryAgain={refetch} />
      <PageLink {...back} />
    </Page>
  );
}

interface NothingToEditProps {
  readonly title: string;
  readonly why?: string;
  /** By default to the search. */
  readonly back?: PageLinkProps;
}

/** Shown when there is no record, or when the family has no room for another member. */
export function NothingToEdit({
  title,
  why = RECORD_FORM_TEXTS.missing,
  back = TO_SEARCH,
}: NothingToEditProps): ReactNode {
  return (
    <Page title={title}>
      <Alert severity="info" sx={{ mb: 2 }}>
        {why}
      </Alert>
      <PageLink {...back} />
    </Page>
  );
}

/** The family of a record, read once. `undefined` until it is loaded. */
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
  /** Names of the others with the same address. If empty, there is no checkbox. */
  readonly names: string;
}

/**
 * Asks whether others with the same email address get the new one too. Returns the checkbox, which is shown once the
 * address has changed, and whether it is checked.
 */
export function useAlsoChange({ field, former, names }: AlsoChangeProps) {
  const [isWanted, setWanted] = useState(true);
  const isOffered = names !== '';
  return {
    withSameEmail: isOffered && isWanted,
    choice: isOffered ? (
      <IfChanged field={field} former={former}>
        <FormControlLabel
          label={alsoChangeText(names)}
          control={
            <Checkbox checked={isWanted} onChange={(_, isChecked) => setWanted(isChecked)} />
          }
        />
      </IfChanged>
    ) : null,
  };
}

interface IfChangedProps extends Pick<AlsoChangeProps, 'field' | 'former'> {
  readonly children: ReactNode;
}

function IfChanged({ field, former, children }: IfChangedProps): ReactNode {
  const email: unknown = useWatch({ name: field });
  const isChanged = typeof email === 'string' && email.trim().toLowerCase() !== former;
  return isChanged ? children : null;
}
