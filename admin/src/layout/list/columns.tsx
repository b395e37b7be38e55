import ViewColumn from '@mui/icons-material/ViewColumn';
import { Button, Checkbox, FormControlLabel, FormGroup, Popover } from '@mui/material';
import { Children, isValidElement, type MouseEvent, type ReactNode, useState } from 'react';
import {
  DataTableColumn,
  type DataTableColumnProps,
  type RaRecord,
  useDataTableRenderContext,
  useDataTableSortContext,
  useResourceContext,
  useStore,
  useTranslateLabel,
} from 'react-admin';

import { Breakable, Moment, RowLink } from './cells.js';
import { orNone } from '../../texts/dates.js';
import { LIST_TEXTS } from '../../texts/portal.js';

/** The columns of lists, and the choice of the columns to show. */

interface PortalColumnProps<RecordType extends RaRecord> extends DataTableColumnProps<RecordType> {
  /** Labels of its values. */
  readonly options?: Readonly<Record<string, string>>;
  /** Shows `N/A` for an empty value. */
  readonly orNone?: boolean;
  /** Its text is a link to what the row opens. */
  readonly opens?: boolean;
}

/** react-admin's `DataTable.Col` with `aria-sort` on its header. A column without a source needs a `label`. */
export function PortalColumn<RecordType extends RaRecord = RaRecord>(
  props: PortalColumnProps<RecordType>,
): ReactNode {
  const {
    options,
    orNone: hasNone = false,
    opens = false,
    ...column
  } = props as PortalColumnProps<RaRecord>;
  const { source = '', disableSort = false, render } = column;
  const isHeading = useDataTableRenderContext() === 'header';
  const sort = useDataTableSortContext();
  const valueOf = (row: RaRecord): ReactNode => {
    const value = row[source] as string | null;
    if (hasNone) return orNone(value);
    return options === undefined || value === null ? value : options[value];
  };
  if (!isHeading) {
    return (
      <DataTableColumn
        {...column}
        render={(row) => {
          const value = render === undefined ? valueOf(row) : render(row);
          const content = typeof value === 'string' ? <Breakable text={value} /> : value;
          return (
            <div className={CELL} onMouseEnter={titleIfCut}>
              {opens ? <RowLink>{value}</RowLink> : content}
            </div>
          );
        }}
      />
    );
  }
  if (disableSort || source === '') return <DataTableColumn {...column} />;
  const direction = sort?.order === 'DESC' ? 'descending' : 'ascending';
  return <DataTableColumn {...column} aria-sort={sort?.field === source ? direction : 'none'} />;
}

/** Shows the whole text of a cell as a tooltip if it is cut off. */
function titleIfCut({ currentTarget: cell }: MouseEvent<HTMLElement>): void {
  const isCut = cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight;
  cell.title = isCut ? cell.textContent : '';
}

/** A date and time; the first click on its header sorts the latest first. */
export function DateColumn(props: Pick<DataTableColumnProps, 'source' | 'disableSort'>): ReactNode {
  return (
    <PortalColumn
      {...props}
      sortByOrder="DESC"
      render={(row) => <Moment at={row[props.source ?? ''] as string | null} />}
    />
  );
}

/** When and by whom a record was saved; hidden by default. */
export const SAVED = ['createdDate', 'modifiedDate', 'modifiedBy'] as const;
export const SAVED_COLUMNS = [
  <DateColumn key="createdDate" source="createdDate" />,
  <DateColumn key="modifiedDate" source="modifiedDate" />,
  <PortalColumn key="modifiedBy" source="modifiedBy" disableSort />,
];

/** The content of a cell. */
export const CELL = 'cell';

/** The columns of email addresses. */
export const ADDRESSES = '.column-email, .column-toAddress, .column-actor';

/** The columns that shrink, so that all columns fit beside the sidebar at 1280 px. */
const FREE_TEXTS = `.column-firstName, .column-lastName, .column-familyName, .column-subjectId, ${ADDRESSES}`;

/** The columns whose text is never cut: reasons, changes, session times, and children, whose matches are marked. */
const WHOLE_TEXTS = '.column-verdict, .column-after, .column-startsAt, .column-allChildren';

const ROOM = {
  [`& :is(th, td):is(${ADDRESSES})`]: { width: '24%', minWidth: '6rem', maxWidth: 'none' },
};

const WRAPPED = { display: 'block', whiteSpace: 'normal', overflowWrap: 'anywhere' };

/** Other long text is cut off at the end of its line. */
export const ONE_LINE = {
  ...ROOM,
  '& td': { maxWidth: '12.5rem' },
  [`& .${CELL}`]: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    '& a': { outlineOffset: '-3px' },
  },
  [`& td:is(${FREE_TEXTS}) .${CELL}`]: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '1',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
  // They have no spaces. Breaking anywhere fills the line before it is cut.
  [`& td:is(${ADDRESSES}, .column-subjectId) .${CELL}`]: { wordBreak: 'break-all' },
  [`& td:is(${WHOLE_TEXTS}) .${CELL}`]: { whiteSpace: 'normal' },
  // Keyboard users get no tooltips, so the row that has the focus is shown in full.
  [`& tr:focus-visible .${CELL}`]: WRAPPED,
  [`& tr:has(:focus-visible) .${CELL}`]: WRAPPED,
};

/** Text in full, on several lines if need be. Only words that are longer than the cell break between letters. */
export const IN_FULL = {
  ...ROOM,
  [`& td:is(${FREE_TEXTS})`]: { overflowWrap: 'anywhere' },
  '& .column-primaryPhone': { whiteSpace: 'nowrap' },
};

export const ROW_BUTTONS = 'row-buttons';

/** The last column, which holds the buttons of a row. */
export function ButtonsColumn<RecordType extends RaRecord>(
  props: Pick<DataTableColumnProps<RecordType>, 'source' | 'label' | 'render'>,
): ReactNode {
  return (
    <DataTableColumn<RecordType> {...props} disableSort align="center" className={ROW_BUTTONS} />
  );
}

/** Props of the columns that have a source. */
export function columnsOf(columns: ReactNode) {
  return Children.toArray(columns).flatMap((column) => {
    if (!isValidElement<DataTableColumnProps>(column)) return [];
    const { source, disableSort = column.type === ButtonsColumn, ...props } = column.props;
    return source === undefined ? [] : [{ source, disableSort, ...props }];
  });
}

interface ColumnChoiceProps {
  /** Sources of the columns that are hidden by default. */
  readonly hidden: string[];
  /** The columns. */
  readonly children: ReactNode;
}

/**
 * Shows and hides columns; the browser remembers the choice. react-admin's `ColumnsButton` nests switches in options,
 * which screen readers can't operate.
 */
export function ColumnChoice({ hidden, children }: ColumnChoiceProps): ReactNode {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const translateLabel = useTranslateLabel();
  // The default store key of `DataTable`.
  const [hiddenNow, setHidden] = useStore(`${useResourceContext() ?? ''}.datatable`, hidden);
  return (
    <>
      <Button
        size="small"
        startIcon={<ViewColumn />}
        aria-haspopup="dialog"
        aria-expanded={button !== null}
        onClick={(event) => setButton(event.currentTarget)}
      >
        {LIST_TEXTS.columns}
      </Button>
      <Popover
        open={button !== null}
        anchorEl={button}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': LIST_TEXTS.columns } }}
        onClose={() => setButton(null)}
      >
        <FormGroup sx={{ px: 2, pt: 1 }}>
          {columnsOf(children).map(({ source, label }, index) => (
            <FormControlLabel
              key={source}
              label={label ?? translateLabel({ source })}
              control={
                <Checkbox
                  size="small"
                  autoFocus={index === 0}
                  checked={!hiddenNow.includes(source)}
                  onChange={(_event, isShown) => {
                    const others = hiddenNow.filter((each) => each !== source);
                    setHidden(isShown ? others : [...others, source]);
                  }}
                />
              }
            />
          ))}
        </FormGroup>
        <Button size="small" sx={{ m: 1, mt: 0 }} onClick={() => setHidden(hidden)}>
          {LIST_TEXTS.usualColumns}
        </Button>
      </Popover>
    </>
  );
}
