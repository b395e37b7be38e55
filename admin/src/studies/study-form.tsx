import {
  type FieldError,
  fieldText,
  GENDERS,
  HANDS,
  LANGUAGES,
  PORTAL_ROUTES,
  SERVICE_AREAS,
  type StaffStudy,
  STUDY_LENGTH,
} from '@kidlab/contract';
import { Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { AutocompleteArrayInput } from 'react-admin';
import { useWatch } from 'react-hook-form';

import { useStudies, useStudyNames } from './use-studies.js';
import { Fields, LongTextInput, Part, SelectInput, TextInput } from '../inputs/inputs.js';
import { RecordForm } from '../inputs/record-form.js';
import { requestOf, type RecordValues, STUDY_LISTS, valuesOf } from '../inputs/record-values.js';
import { Section } from '../layout/page.js';
import { studyPath } from '../layout/links.js';
import type { CallError } from '../providers/http.js';
import { STUDY_LABELS, STUDY_STATE_TEXTS, STUDY_TEXTS } from '../texts/studies.js';

function listOf(text = ''): unknown {
  return JSON.parse(text || '[]');
}

function studyValues({ criteria, ...fields }: Partial<StaffStudy>): RecordValues {
  const all = Object.entries({ ...fields, ...criteria });
  const texts = Object.fromEntries(all.map(([field, value]) => [field, fieldText(value)]));
  return { study: valuesOf('study', texts) };
}

function studyRequest(values: RecordValues): object {
  const { name, publicName, state, place, letter, ...criteria } = requestOf('study', values);
  const lists = Object.fromEntries(STUDY_LISTS.map((list) => [list, listOf(criteria[list])]));
  return { name, publicName, state, place, letter, criteria: { ...criteria, ...lists } };
}

function serverFaults({ errors }: CallError): FieldError[] {
  return errors.map(({ field, message }) => ({
    field: `study.${field.replace('criteria.', '')}`,
    message,
  }));
}

interface StudyFormProps {
  /** Initial values. */
  readonly study: Partial<StaffStudy>;
  /** The id when editing. */
  readonly id?: number;
  readonly onReload?: (() => void) | undefined;
}

/** The form to add or edit a study. */
export function StudyForm({ study, id, onReload }: StudyFormProps): ReactNode {
  const others = useStudies().filter((each) => each.id !== id);
  const nameOf = useStudyNames();
  return (
    <RecordForm
      initial={studyValues(study)}
      request={studyRequest}
      saved={(after: StaffStudy) => ({ to: studyPath(after.id) })}
      serverFaults={serverFaults}
      cancelTo={id === undefined ? PORTAL_ROUTES.studies : studyPath(id)}
      onReload={onReload}
    >
      <Part name="study" resource="studies">
        <Section heading={STUDY_TEXTS.heading}>
          <Fields>
            <TextInput source="name" required autoFocus maxLength={STUDY_LENGTH.name} />
            <TextInput source="publicName" required maxLength={STUDY_LENGTH.name} />
            <TextInput
              source="place"
              maxLength={STUDY_LENGTH.place}
              hint={id === undefined ? undefined : STUDY_TEXTS.placeHint}
            />
            <SelectInput source="state" options={STUDY_STATE_TEXTS} />
          </Fields>
        </Section>
        <Section heading={STUDY_TEXTS.children}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {STUDY_TEXTS.childrenHint} {id === undefined ? null : STUDY_TEXTS.newAgesHint}
          </Typography>
          <Fields>
            <TextInput source="minMonths" inputMode="numeric" hint={STUDY_TEXTS.agesHint} />
            <TextInput source="maxMonths" inputMode="numeric" hint={STUDY_TEXTS.agesHint} />
            <ListInput source="genders" values={GENDERS} />
            <ListInput source="hands" values={HANDS} />
            <ListInput source="languages" values={LANGUAGES} />
            <ListInput source="areas" values={SERVICE_AREAS} />
            <ListInput
              // Chosen studies keep the names of the first render, when none may have been loaded yet.
              key={String(others.length > 0)}
              source="notInStudies"
              values={others.map((each) => each.id)}
              nameOf={nameOf}
            />
          </Fields>
        </Section>
        <Section heading={STUDY_TEXTS.letterSection}>
          <LongTextInput source="letter" rows={6} limit={STUDY_LENGTH.letter} />
        </Section>
      </Part>
    </RecordForm>
  );
}

interface ListInputProps<Value> {
  readonly source: (typeof STUDY_LISTS)[number];
  readonly values: readonly Value[];
  readonly nameOf?: (value: Value) => string;
}

function ListInput<Value extends string | number>(props: ListInputProps<Value>): ReactNode {
  const { source, values, nameOf = String } = props;
  const label = STUDY_LABELS[source];
  const chosen = listOf(
    useWatch<RecordValues, `study.${string}`>({ name: `study.${source}` }),
  ) as Value[];
  // Includes chosen studies that have been deleted, so that staff can remove them.
  const choices = [...new Set([...values, ...chosen])].map((id) => ({ id, name: nameOf(id) }));
  return (
    <AutocompleteArrayInput
      source={source}
      choices={choices}
      format={listOf}
      parse={(list: unknown) => JSON.stringify(list)}
      translateChoice={false}
      // react-admin's names are the same for all lists.
      openText={`Open ${label}`}
      closeText={`Close ${label}`}
      clearText={`Clear ${label}`}
      helperText={false}
      size="small"
      // Enter takes the first match of what was typed, and never submits a form without it.
      autoHighlight
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
    />
  );
}
