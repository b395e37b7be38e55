import EditOutlined from '@mui/icons-material/EditOutlined';
import { IconButton, Link as MuiLink } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { familyDetailsPath } from '../record-paths.js';
import { FAMILY_DETAILS_TEXTS } from '../../texts/portal.js';
import { actionOf } from '../../texts/record.js';

interface FamilyLinkProps {
  readonly guid: string;
  readonly name: string;
}

/** The family that a row belongs to. */
export function FamilyLink({ guid, name }: FamilyLinkProps): ReactNode {
  return (
    <MuiLink component={Link} to={familyDetailsPath(guid)}>
      {name}
    </MuiLink>
  );
}

interface EditLinkProps {
  readonly to: string;
  /** Whose edit page it is, for screen readers. */
  readonly name: string;
}

/** The edit icon of a row. */
export function EditLink({ to, name }: EditLinkProps): ReactNode {
  return (
    <IconButton
      component={Link}
      to={to}
      color="primary"
      size="small"
      aria-label={actionOf(FAMILY_DETAILS_TEXTS.edit, name)}
    >
      <EditOutlined fontSize="small" />
    </IconButton>
  );
}
