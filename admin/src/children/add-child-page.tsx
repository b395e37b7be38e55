import type { ReactNode } from 'react';

import { AddMemberPage } from '../inputs/add-member-page.js';
import { ChildInputs, newChild } from '../inputs/child-inputs.js';

export default function AddChildPage(): ReactNode {
  return (
    <AddMemberPage kind="child" initial={newChild()}>
      <ChildInputs isFirst />
    </AddMemberPage>
  );
}
