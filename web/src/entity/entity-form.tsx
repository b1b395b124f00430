import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { AnyField } from '@millwright/contract/kernel/field';
import { text } from '@millwright/contract/kinds/text';
import { Fragment, useEffect, useId, useMemo } from 'react';
import { ask } from '../kernel/confirm.ts';
import { ActionButton } from '../kernel/debounce.tsx';
import { registerDirty, takeKept } from '../kernel/dirty.ts';
import { say, t } from '../kernel/language.tsx';
import { isCompanyWide } from '../kernel/permission.tsx';
import { workingSite } from '../kernel/session-store.ts';
import { showToast } from '../kernel/toast.ts';
import { entityText } from '../locales/entity.ts';
import { usePage } from '../shell/page-context.ts';
import { ConflictTable } from './conflict-table.tsx';
import type { EntityRow } from './entity-row.ts';
import { nameOf } from './entity-words.ts';
import { formFields, mustFillNow } from './form-draft.ts';
import { FormFields } from './form-fields.tsx';
import type { Inputs } from './form-fields.tsx';
import { sectionsOf } from './form-sections.ts';
import { FormSummary, focusProblem } from './form-summary.tsx';
import { Pane } from './pane.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { codeOf } from './row-acts.ts';
import { useSave } from './use-save.ts';
import type { Form, FormOptions } from './use-save.ts';
import { useSiteField } from './use-sites.ts';
import './entity-form.css';

interface EntityFormProps extends FormOptions {
  readonly entity: AnyEntity;
  readonly onClose: () => void;
  readonly onSaved: (row: EntityRow) => void;
  /** Beside the fields, such as a picture or a calculation of the page's own. */
  readonly beside?: React.ComponentType<{ form: Form }> | undefined;
  /** The section that `beside` follows; absent = it stands last. */
  readonly besideSection?: string;
  /** Leaves out fields that mean nothing with what is chosen so far. */
  readonly shows?: (name: string, values: Form['values']) => boolean;
  readonly inputs?: Inputs;
  /** Fields of the row that may be changed; absent = all. */
  readonly opens?: ((row: EntityRow, name: string) => boolean) | undefined;
  /** The site of what a new row belongs to, which nobody is asked for then. */
  readonly siteId?: string | null | undefined;
  /** Names behind references among the initial values. */
  readonly names?: EntityRow['shown'];
}

/** Up to eight fields stand in a pane beside the list, more, or child rows, on a page of sections with a footer that stays. */
export function EntityForm({
  entity,
  row,
  initial,
  onClose,
  onSaved,
  beside: Beside,
  besideSection,
  shows,
  inputs,
  opens,
  siteId,
  names,
}: EntityFormProps) {
  const isSited = !needsSite(entity, row);
  const fields = useFormFields(entity, isSited || Boolean(siteId));
  const site = Object.fromEntries(fields)['siteId'];
  const form = useSave(entity, {
    row,
    initial: isSited ? initial : { ...initial, siteId: siteId ?? undefined },
    site: isSited ? undefined : site,
  });
  const formId = `form${useId().replaceAll(':', '')}`;
  useDirtyGuard(form);
  const close = async () => {
    if (!form.dirty || (await sureToLeave())) onClose();
  };
  const save = async (reason?: string) => {
    const saved = await form.save(reason);
    if (saved) onSaved(saved);
  };
  useEffect(() => focusProblem(formId, form.told), [formId, form.told]);
  const title = row
    ? say(entityText.editTitle, { name: codeOf(entity, row) })
    : say(entityText.newTitle, { name: nameOf(entity) });
  const wide =
    fields.length > FIELDS_OF_A_PANE || fields.some(([, field]) => field.kind.name === 'rows');
  const seen = fields.filter(([name]) => shows?.(name, form.values) ?? true);
  const mustNow = mustFillNow(entity, seen, form.values, form.row);
  return (
    <Pane
      title={title}
      wide={wide}
      takesFocus
      onClose={() => void close()}
      onKeyDown={(event) => event.ctrlKey && event.key === 'Enter' && void save()}
      footer={<FormFooter saving={form.saving} onSave={() => save()} onClose={close} />}
    >
      <form className="entity-form" noValidate onSubmit={(event) => event.preventDefault()}>
        {form.theirs ? (
          <ConflictTable form={form} />
        ) : (
          <FormSummary formId={formId} problems={form.problems} />
        )}
        {sectionsOf(entity, seen).map((section) => (
          <Fragment key={section.key}>
            <fieldset>
              {section.label && wide && <legend>{t(section.label)}</legend>}
              <FormFields
                formId={formId}
                heading={wide ? section.label : null}
                fields={section.fields}
                values={form.values}
                mustNow={mustNow}
                problems={form.problems}
                shown={form.row?.shown ?? names}
                isEdit={row !== undefined}
                isClosed={(name) => form.row !== undefined && opens?.(form.row, name) === false}
                inputs={inputs}
                siteId={siteOf(entity, form)}
                onChange={form.set}
              />
            </fieldset>
            {Beside && section.key === besideSection && <Beside form={form} />}
          </Fragment>
        ))}
        {Beside && besideSection === undefined && <Beside form={form} />}
      </form>
      {form.wantsReason && (
        <ReasonDialog busy={form.saving} onClose={form.keepEditing} onReason={save} />
      )}
    </Pane>
  );
}

function FormFooter({
  saving,
  onSave,
  onClose,
}: {
  saving: boolean;
  onSave: () => Promise<void>;
  onClose: () => Promise<void>;
}) {
  return (
    <>
      <ActionButton type="primary" title="Ctrl+Enter" loading={saving} onClick={onSave}>
        {t(entityText.save)}
      </ActionButton>
      <ActionButton onClick={onClose}>{t(entityText.cancel)}</ActionButton>
    </>
  );
}

/** More fields than this are a page of sections. */
export const FIELDS_OF_A_PANE = 8;

const REMARK = text(entityText.remark.zh, entityText.remark.en, {
  max: 500,
  lines: 3,
}) as unknown as AnyField;

/** The fields of the form: the site for company-wide people without one, the entity's own, the remark. */
function useFormFields(entity: AnyEntity, isSited: boolean): [string, AnyField][] {
  const site = useSiteField(entity.scope !== 'company');
  return useMemo(() => {
    const fields = formFields(entity, isCompanyWide());
    const first: [string, AnyField][] = !isSited && site ? [['siteId', atTop(entity, site)]] : [];
    return [
      ...first,
      ...fields,
      ...('remark' in entity.fields ? [] : [['remark', REMARK] as [string, AnyField]]),
    ];
  }, [entity, isSited, site]);
}

/** A new row of a site, made by somebody who works in all of them. */
function needsSite(entity: AnyEntity, row: EntityRow | undefined): boolean {
  return (
    entity.scope !== 'company' &&
    !('siteId' in entity.fields) &&
    isCompanyWide() &&
    workingSite() === null &&
    row === undefined
  );
}

/** The site of the row, or in which a new one will be: the chosen one, else that in which the person works. */
function siteOf(entity: AnyEntity, { row, values }: Form): string | undefined {
  if (row) return row.siteId ?? undefined;
  const own = entity.scope === 'site' ? workingSite() : null;
  return (values['siteId'] as string | undefined) ?? own ?? undefined;
}

/** The site stands before all else, also where a form has sections. */
function atTop(entity: AnyEntity, site: AnyField): AnyField {
  const [section] = Object.keys(entity.sections);
  return section === undefined ? site : { ...site, section };
}

/** Says to the shell that something is unsaved, and brings back what a lost session left behind. */
function useDirtyGuard(form: Form): void {
  const { fullPath } = usePage();
  const name = `${form.entity.name}:${form.row?.id ?? 'new'}`;
  useEffect(() => {
    const kept = takeKept(fullPath, name);
    if (typeof kept !== 'object' || kept === null) return;
    form.put(kept as Form['values']);
    showToast('info', t(entityText.restored));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only once, when the form opens
  }, []);
  useEffect(
    () => (form.dirty ? registerDirty(fullPath, name, () => form.values) : undefined),
    [form.dirty, form.values, fullPath, name],
  );
}

function sureToLeave(): Promise<boolean> {
  return ask({
    title: t(entityText.question),
    text: t(entityText.leaveDirty),
    confirm: t(entityText.leave),
    cancel: t(entityText.stay),
  });
}
