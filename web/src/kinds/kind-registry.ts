import type { AnyField } from '@millwright/contract/kernel/field';
import type { KindView } from './kind-view.ts';

/** Makes the views of all kinds known; called once, by the file that lists them. */
export function registerViews(all: Readonly<Record<string, KindView<never>>>): void {
  views = all;
}

/** The view of a field's kind, for kinds that hold fields of other kinds; throws on a kind without one. */
export function registeredView(field: AnyField): KindView {
  const view = views[field.kind.name];
  if (!view) throw new Error(`There is no view for kind ${field.kind.name}`);
  // Each view knows its own kind of field only; the name has just proved which one this is.
  return view as unknown as KindView;
}

let views: Readonly<Record<string, KindView<never>>> = {};
