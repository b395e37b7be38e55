import { EXPORT_TEXTS } from '@kidlab/contract';
import FileDownload from '@mui/icons-material/FileDownload';
import { Box, Button } from '@mui/material';
import type { ReactNode } from 'react';

import { ExportDialog } from './export-dialog.js';
import type { RowSource } from './row-source.js';
import type { FilePair } from './specified-files.js';
import { useExport } from './use-export.js';

interface ExportButtonsProps<Row> {
  readonly files: FilePair<Row>;
  /** All rows that the page's filter finds, asked when a button is pressed. */
  readonly source: () => RowSource<Row>;
  readonly disabled?: boolean;
}

/** "Export to Excel" and "Export to CSV", with the dialog. */
export function ExportButtons<Row>({
  files: { excel, csv },
  source,
  disabled = false,
}: ExportButtonsProps<Row>): ReactNode {
  const control = useExport();
  const choices = [
    { file: excel, label: EXPORT_TEXTS.excel },
    { file: csv, label: EXPORT_TEXTS.csv },
  ];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      {choices.map(({ file, label }) => (
        <Button
          key={file.format}
          variant="outlined"
          startIcon={<FileDownload />}
          disabled={disabled}
          onClick={() => {
            control.start(file, source);
          }}
        >
          {label}
        </Button>
      ))}
      <ExportDialog control={control} />
    </Box>
  );
}
