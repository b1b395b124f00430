import { CopyOutlined } from '@ant-design/icons';
import { checkItem } from '@millwright/contract/base/check-item';
import { tagFor } from '@millwright/contract/registry';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { checkItemCells, checkItemColumns } from '../../base/check-item-cells.tsx';
import { CheckItemForm, LimitForm } from '../../base/check-item-form.tsx';
import { CheckLimits } from '../../base/check-limits.tsx';
import { CopyItems } from '../../base/copy-items.tsx';
import { nameOfShown } from '../../base/shown-name.ts';
import type { DetailSlots } from '../../entity/entity-drawer.tsx';
import EntityPage from '../../entity/entity-page.tsx';
import type { EntityRow } from '../../entity/entity-row.ts';
import { type RowAct, titleOf } from '../../entity/row-acts.ts';
import { useCards } from '../../entity/use-media.ts';
import { t } from '../../kernel/language.tsx';
import { hasPermission, isCompanyWide } from '../../kernel/permission.tsx';
import { checkItemText as text } from '../../locales/check-item.ts';
import '../../base/base.css';
import '../../base/check-item.css';

/** What is measured at which procedure, within which limits; limits change by versions. */
export default function CheckItemPage() {
  const [limit, setLimit] = useState<OpenLimit>();
  const [copying, setCopying] = useState<readonly EntityRow[]>();
  const mayCopy = hasPermission([tagFor(checkItem, 'copy')]);
  const phone = useCards();
  const detail = useMemo(() => detailWith(setLimit), []);
  const act = (name: string, rows: readonly EntityRow[]): Promise<void> | false => {
    if (name !== COPY_TO) return false;
    setCopying(rows);
    return Promise.resolve();
  };
  const acts = (): RowAct[] =>
    mayCopy ? [{ name: COPY_TO, label: t(text.copyTo), icon: 'copy', danger: false }] : [];
  return (
    <>
      <EntityPage
        entity={checkItem.name}
        columns={isCompanyWide() ? ofAllSites : ofOneSite}
        ownColumns={checkItemColumns}
        cells={checkItemCells}
        filters={FILTERS}
        detail={detail}
        form={CheckItemForm}
        ownActs={acts}
        ownBatch={acts}
        onAct={act}
        toolbar={mayCopy && !phone ? copyButton(() => setCopying([])) : undefined}
      />
      {limit && (
        <LimitForm
          key={limit.version?.id ?? 'new'}
          item={limit.item}
          version={limit.version}
          onClose={() => setLimit(undefined)}
        />
      )}
      {copying && <CopyItems rows={copying} onClose={() => setCopying(undefined)} />}
    </>
  );
}

const COPY_TO = 'copyTo';
const ofOneSite = [
  'itemCode',
  'itemName',
  'productId',
  'procedureId',
  'limits',
  'category',
  'isKey',
  'result',
  'status',
];

/** The department takes the room of the category, so that result and state stay in sight. */
const ofAllSites = [...ofOneSite.filter((prop) => prop !== 'category'), 'departName'];
const FILTERS = ['productId', 'procedureId', 'category', 'isKey'];

interface OpenLimit {
  readonly item: EntityRow;
  readonly version: EntityRow | undefined;
}

function detailWith(open: (limit: OpenLimit) => void): DetailSlots {
  return {
    tabs: (row) => [
      {
        key: 'limits',
        label: t(text.limits),
        content: (
          <CheckLimits
            key={row.id}
            row={row}
            onVersion={(version) => open({ item: row, version })}
          />
        ),
      },
    ],
    subtitle: (row) =>
      [titleOf(checkItem, row), productCode(row), row.shown?.['procedureId']]
        .filter(Boolean)
        .join(' · '),
  };
}

/** The product by its code, as in the list: its name would break the line. */
function productCode({ shown }: EntityRow): string | undefined {
  const product = shown?.['productId'];
  return typeof product === 'string' ? nameOfShown(product).number : undefined;
}

function copyButton(onCopy: () => void) {
  return () => (
    <Button icon={<CopyOutlined aria-hidden />} onClick={onCopy}>
      {t(text.copy)}
    </Button>
  );
}
