import { checkItem } from '@millwright/contract/base/check-item';
import type { AnyFields } from '@millwright/contract/kernel/field';
import { ref } from '@millwright/contract/kinds/ref';
import { useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../controls/dialog.tsx';

import type { EntityRow } from '../entity/entity-row.ts';
import { FormFields } from '../entity/form-fields.tsx';
import { keyOf } from '../entity/query-key.ts';
import type { BatchAnswer } from '../entity/use-act.ts';
import { useAsked } from '../entity/use-asked.ts';
import { api } from '../kernel/api.ts';
import { say, t } from '../kernel/language.tsx';
import { showToast } from '../kernel/toast.ts';
import { entityText } from '../locales/entity.ts';
import { checkItemText as text } from '../locales/check-item.ts';

/** Copies all enabled items of a product, or those selected, to another product; what it has already stays. */
export function CopyItems({ rows, onClose }: { rows: readonly EntityRow[]; onClose: () => void }) {
  const client = useQueryClient();
  const fields: AnyFields =
    rows.length > 0 ? { productId: TARGET } : { fromProductId: SOURCE, productId: TARGET };
  const { values, change, problems, busy, send } = useAsked({});
  const copy = () =>
    send(fields, values, async () => {
      const body = rows.length > 0 ? { ...values, ids: rows.map(({ id }) => id) } : values;
      const path = `${checkItem.path}/actions/copy`;
      tell(await api.post<BatchAnswer>(path, body, { form: Object.keys(fields) }));
      await client.invalidateQueries({ queryKey: keyOf(checkItem) });
      onClose();
    });
  return (
    <Dialog
      open
      title={t(text.copyTitle)}
      okText={t(text.copyTitle)}
      cancelText={t(entityText.cancel)}
      confirmLoading={busy}
      onOk={() => void copy()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <p className="dialog-question">
        {rows.length > 0
          ? `${say(text.copySelected, { n: rows.length })} ${t(text.copyHint)}`
          : t(text.copyHint)}
      </p>
      <FormFields
        formId="copy-items"
        fields={Object.entries(fields)}
        values={values}
        problems={problems}
        shown={undefined}
        isEdit={false}
        onChange={change}
      />
    </Dialog>
  );
}

const SOURCE = ref('base/product', text.fromProduct.zh, text.fromProduct.en, { required: true });
const TARGET = ref('base/product', text.toProduct.zh, text.toProduct.en, { required: true });

/** How many were copied; the reasons of those that were not. */
function tell(answer: BatchAnswer): void {
  const reasons = [
    ...new Set(answer.rows.filter((row) => !row.ok).map((row) => row.msg ?? '')),
  ].slice(0, 5);
  showToast(answer.ok > 0 ? 'success' : 'info', [
    say(text.copied, { ok: answer.ok, failed: answer.failed }),
    ...reasons,
  ]);
}
