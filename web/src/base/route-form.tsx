import { route } from '@millwright/contract/base/route';
import { EntityForm } from '../entity/entity-form.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import type { Inputs } from '../entity/form-fields.tsx';
import type { InputProps } from '../kinds/kind-view.ts';
import { viewOf } from '../kinds/kind-views.ts';
import { numbered } from './step-numbers.ts';
import type { NumberedStep } from './step-numbers.ts';

/** The form of a version of a route; a new one belongs to the product whose drawer is open. */
export function RouteForm({ version, onClose }: { version: EntityRow; onClose: () => void }) {
  return (
    <EntityForm
      key={version.id ?? 'new'}
      entity={route}
      row={version.id ? version : undefined}
      shows={withoutProduct}
      inputs={INPUTS}
      onClose={onClose}
      onSaved={onClose}
      initial={{ productId: version['productId'] }}
      siteId={version.siteId}
    />
  );
}

function withoutProduct(name: string): boolean {
  return name !== 'productId';
}

const INPUTS: Inputs = { steps: StepsInput };

/** Steps stand as they are made: the order of the rows is that of the line. */
function StepsInput(props: InputProps) {
  const { Input } = viewOf(props.field);
  const change = (next: unknown) =>
    props.onChange(Array.isArray(next) ? numbered(next as NumberedStep[]) : next);
  return <Input {...props} onChange={change} />;
}
