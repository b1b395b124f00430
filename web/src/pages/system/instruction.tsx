import { FullscreenOutlined } from '@ant-design/icons';
import { callsOf, fillPath } from '@millwright/contract/kernel/calls';
import { instruction } from '@millwright/contract/system/instruction';
import { instructionAddress } from '@millwright/contract/system/instruction-address';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Plate } from '../../base/plate-dialog.tsx';
import { plateActsOf, usePlates } from '../../base/use-plates.tsx';
import type { DetailSlots } from '../../entity/entity-drawer.tsx';
import { EntityForm } from '../../entity/entity-form.tsx';
import EntityPage from '../../entity/entity-page.tsx';
import type { PageFormProps } from '../../entity/entity-page.tsx';
import type { EntityRow } from '../../entity/entity-row.ts';
import { keyOf } from '../../entity/query-key.ts';
import { fetchList } from '../../entity/use-list.ts';
import {
  InstructionSheet,
  instructionLine,
  instructionTitle,
} from '../../instruction/instruction-sheet.tsx';
import { ReadList } from '../../instruction/read-list.tsx';
import { VersionList } from '../../instruction/version-list.tsx';
import { VideoField } from '../../instruction/video-field.tsx';
import { api } from '../../kernel/api.ts';
import { locale, say, t } from '../../kernel/language.tsx';
import { later } from '../../kernel/later.tsx';
import { isCompanyWide } from '../../kernel/permission.tsx';
import { showToast } from '../../kernel/toast.ts';
import { instructionText as text } from '../../locales/instruction.ts';
import '../../base/base.css';

const FullScreen = later(() => import('../../instruction/full-screen.tsx'));

/**
 * Work instructions and manuals. `?view=SOP-2025-0012&site=7` (as on the printed label) opens the version in effect at
 * once, `?read=` a version by its id; labels printed earlier name no site.
 */
export default function InstructionPage() {
  const [reading, setReading] = useState<string>();
  const { act, dialog } = usePlates(labelOf);
  const asked = useAsked();
  const detail = useMemo(() => detailWith(setReading), []);
  const id = reading ?? asked.id;
  const close = () => {
    setReading(undefined);
    asked.clear();
  };
  return (
    <>
      <EntityPage
        entity={instruction.name}
        columns={isCompanyWide() ? ofAllSites : ofOneSite}
        ownColumns={WIDTHS}
        cells={CELLS}
        filters={FILTERS}
        usual={USUAL}
        detail={detail}
        form={InstructionForm}
        ownActs={printActs}
        ownBatch={printActs}
        onAct={act}
      />
      {dialog}
      {id && <Reader key={id} id={id} onClose={close} />}
    </>
  );
}

const ofOneSite = [
  'code',
  'title',
  'type',
  'version',
  'state',
  'mustRead',
  'readRate',
  'effectiveFrom',
];

/** Whose instruction it is takes the room of a mark that its share of readers tells as well. */
const ofAllSites = [...ofOneSite.filter((prop) => prop !== 'mustRead'), 'departName'];
const WIDTHS = [
  { prop: 'code', width: 122 },
  { prop: 'title', width: 210 },
  { prop: 'type', width: locale === 'en_US' ? 160 : 96 },
  { prop: 'version', width: 48 },
  { prop: 'state', width: locale === 'en_US' ? 104 : 80 },
  { prop: 'mustRead', label: t(text.mustReadHead), width: 60 },
  { prop: 'readRate', width: 80 },
  { prop: 'effectiveFrom', label: t(text.effectiveHead), width: 92 },
];
const CELLS = {
  title: instructionTitle,
  readRate: (row: EntityRow) => (
    <span className="num">
      {row['readRate'] === null ? '—' : Number(row['readRate']).toFixed(1)}
    </span>
  ),
};
const FILTERS = ['type', 'state', 'productId', 'procedureId', 'mustRead'];
const USUAL = { filters: { state: 'draft,pending,published' } };

const printActs = plateActsOf(instruction);

/** The version that the address asks for: the one of a code that is in effect, or a certain version. */
function useAsked() {
  const [search, setSearch] = useSearchParams();
  const [code, version, read] = [search.get('view'), search.get('version'), search.get('read')];
  const site = search.get('site');
  const { data } = useQuery({
    queryKey: keyOf(instruction, 'asked', code, version, site),
    queryFn: ({ signal }) =>
      fetchList(
        instruction,
        {
          page: 1,
          limit: 1,
          params: {
            code,
            ...(version ? { version } : { inEffect: 'true' }),
            // Others see one site only.
            ...(site && isCompanyWide() ? { siteId: site } : {}),
          },
        },
        { signal },
      ),
    enabled: code !== null,
  });
  const found = data?.list.find(({ siteId }) => !site || siteId === site);
  useEffect(() => {
    if (code !== null && data && !found) showToast('error', say(text.notPublished, { code }));
  }, [code, data, found]);
  const clear = () => {
    if (code === null && read === null) return;
    for (const name of ['view', 'site', 'version', 'read']) search.delete(name);
    setSearch(search, { replace: true });
  };
  return { id: code === null ? (read ?? undefined) : found?.id, clear };
}

function Reader({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const { data: row } = useQuery({
    queryKey: keyOf(instruction, 'read', id),
    queryFn: ({ signal }) =>
      api.get<EntityRow>(fillPath(callsOf(instruction).get.path, { id }), undefined, { signal }),
  });
  if (!row) return null;
  const confirm = async () => {
    await api.post(`${instruction.path}/${id}/actions/read`, { revision: row.revision });
    await client.invalidateQueries({ queryKey: keyOf(instruction) });
    onClose();
  };
  return (
    <FullScreen
      row={row}
      onClose={onClose}
      onConfirm={row.actions.includes('read') ? confirm : undefined}
    />
  );
}

function InstructionForm({ row, onClose }: PageFormProps) {
  return (
    <EntityForm
      entity={instruction}
      row={row}
      inputs={INPUTS}
      onClose={onClose}
      onSaved={onClose}
    />
  );
}

const INPUTS = { video: VideoField };

function detailWith(read: (id: string) => void): DetailSlots {
  return {
    subtitle: (row) => (
      <>
        <span className="instruction-name" title={instructionTitle(row)}>
          {instructionTitle(row)}
        </span>
        <span className="instruction-name">{instructionLine(row)}</span>
      </>
    ),
    tabs: (row) => [
      {
        key: 'content',
        label: t(text.content),
        content: (
          <>
            <Button icon={<FullscreenOutlined aria-hidden />} onClick={() => read(row.id)}>
              {t(text.fullScreen)}
            </Button>
            <InstructionSheet row={row} />
          </>
        ),
      },
      { key: 'readers', label: t(text.readers), content: <ReadList key={row.id} row={row} /> },
      { key: 'versions', label: t(text.versions), content: <VersionList key={row.id} row={row} /> },
    ],
  };
}

/** The label at the machine: its code leads to the version that holds. */
function labelOf(row: EntityRow): Plate {
  const code = String(row['code']);
  return {
    payload: `${location.origin}${instructionAddress({ siteId: row.siteId, code })}`,
    code,
    lines: [instructionTitle(row)],
  };
}
