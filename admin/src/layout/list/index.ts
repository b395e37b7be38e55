export { BulkAction, BulkDelete } from './bulk-actions.js';
export { BulkDialog } from './bulk-dialog.js';
export { type Card } from './cards.js';
export { FailedSearch } from './failed-search.js';
export { DateColumn, PortalColumn } from './portal-column.js';
export { PortalDataTable } from './portal-data-table.js';
export { PER_PAGE, PortalList } from './portal-list.js';
export { UnreadableAddress } from './failed-search.js';
export {
  filterText,
  keepRowsOf,
  type ListSearch,
  listQuery,
  useListSearch,
} from './use-list-search.js';
