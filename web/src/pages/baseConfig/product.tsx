import { product } from '@millwright/contract/base/product';
import { Segmented } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { ComponentTree } from '../../base/component-tree.tsx';
import { productCells, productColumns } from '../../base/product-cells.tsx';
import { ProductGallery, ProductWords } from '../../base/product-gallery.tsx';
import { ProductOverview } from '../../base/product-overview.tsx';
import { ProductPicture } from '../../base/product-picture.tsx';
import { RouteForm } from '../../base/route-form.tsx';
import { RouteVersions } from '../../base/route-versions.tsx';
import type { DetailSlots } from '../../entity/entity-drawer.tsx';
import EntityPage from '../../entity/entity-page.tsx';
import type { EntityRow } from '../../entity/entity-row.ts';
import { useCards } from '../../entity/use-media.ts';
import { t } from '../../kernel/language.tsx';
import { isCompanyWide } from '../../kernel/permission.tsx';
import { readPreference, writePreference } from '../../kernel/preferences.ts';
import { productText as text } from '../../locales/product.ts';
import '../../base/base.css';
import '../../base/product.css';

/** Products with their pictures: what they are like, what they are made of, how they are made. */
export default function ProductPage() {
  const [view, toggle] = useView();
  const [version, setVersion] = useState<EntityRow>();
  const detail = useMemo(() => detailWith(setVersion), []);
  return (
    <>
      <EntityPage
        entity={product.name}
        columns={isCompanyWide() ? ofAllSites : ofOneSite}
        ownColumns={productColumns}
        cells={productCells}
        filters={FILTERS}
        detail={detail}
        card={productCard}
        view={view === 'cards' ? ProductGallery : undefined}
        toolbar={() => toggle}
      />
      {version && <RouteForm version={version} onClose={() => setVersion(undefined)} />}
    </>
  );
}

const ofOneSite = [
  'thumbnail',
  'materialCode',
  'productName',
  'category',
  'abbreviation',
  'spec',
  'standardBeat',
  'drawingNo',
  'customerPartNo',
  'status',
];

/** The department takes the room of the customer's number, so that the state stays in sight. */
const ofAllSites = [...ofOneSite.filter((prop) => prop !== 'customerPartNo'), 'departName'];
const FILTERS = ['category', 'status'];

function productCard(row: EntityRow) {
  return (
    <div className="product-card">
      <ProductPicture row={row} size="card" />
      <ProductWords row={row} />
    </div>
  );
}

type View = 'table' | 'cards';

/** Table or cards, as the person chose last; the switch stands in the toolbar, not on phones. */
function useView(): [View, React.ReactNode] {
  const [view, setView] = useState<View>('table');
  const phone = useCards();
  useEffect(() => void readPreference<View>(KEY).then((stored) => stored && setView(stored)), []);
  const change = (next: View) => {
    setView(next);
    void writePreference(KEY, next);
  };
  const options = [
    { value: 'table' as const, label: t(text.table) },
    { value: 'cards' as const, label: t(text.cards) },
  ];
  const toggle = !phone && (
    <Segmented
      className="view-switch"
      aria-label={t(text.view)}
      options={options}
      value={view}
      onChange={change}
    />
  );
  return [view, toggle];
}

const KEY = 'view.product';

function detailWith(onEdit: (version: EntityRow) => void): DetailSlots {
  return {
    tabs: (row) => [
      { key: 'overview', label: t(text.overview), content: <ProductOverview row={row} /> },
      { key: 'components', label: t(text.components), content: <ComponentTree row={row} /> },
      {
        key: 'routes',
        label: t(text.routes),
        content: <RouteVersions key={row.id} row={row} onEdit={onEdit} />,
      },
    ],
  };
}
