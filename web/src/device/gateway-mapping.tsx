import '../entity/judgement.ts';
import { gateway } from '@millwright/contract/base/gateway';
import { firstMapping, type Mapping, mappingSchema } from '@millwright/contract/device/mapping';
import { tryMapping } from '@millwright/contract/device/sample';
import type { Text } from '@millwright/contract/kernel/text';
import { tagFor } from '@millwright/contract/registry';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Segmented } from 'antd';
import { useState } from 'react';
import type { EntityRow } from '../entity/entity-row.ts';
import { keyOf } from '../entity/query-key.ts';
import { useActions } from '../entity/actions.tsx';
import { api } from '../kernel/api.ts';
import { ActionButton } from '../kernel/debounce.tsx';
import { say, t } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { gatewayText as text } from '../locales/gateway.ts';
import { GatewayLive } from './gateway-live.tsx';
import { trafficOf } from './gateway-traffic.tsx';
import { MappingTable } from './mapping-table.tsx';

/** What becomes of the data items of a source, with a preview of pasted lines. */
export function GatewayMapping({ row }: { row: EntityRow }) {
  const [written, setWritten] = useState(() => inLines(row['mapping']));
  const [sample, setSample] = useState('');
  const read = readMapping(written);
  const may = hasPermission([tagFor(gateway, 'edit')]);
  const protocol = String(row['protocol']);
  if (!firstMapping(protocol, [EXAMPLE]) && written === '')
    return <p className="pane-empty">{t(text.mappingNone)}</p>;
  return (
    <div className="gateway-mapping">
      {protocol === 'opcua' && <SourceSignIn row={row} may={may} />}
      <p className="mapping-help">
        {t(text.mappingHelp)} {t(SOURCES[protocol] ?? NOTHING)}
      </p>
      <MappingEditor written={written} mapping={read.mapping} may={may} onWrite={setWritten} />
      {read.problem && (
        <p className="form-problem" role="alert">
          {say(text.wrong, { detail: read.problem })}
        </p>
      )}
      {may && <MappingButtons row={row} written={written} onWrite={setWritten} />}
      {may && (
        <GatewayLive
          row={row}
          mapping={read.mapping ?? NO_MAPPING}
          onMap={(source, item) => setWritten(inLines(withItem(read.mapping, source, item)))}
        />
      )}
      <label htmlFor="gateway-sample">{t(text.sample)}</label>
      <Input.TextArea
        id="gateway-sample"
        className="mapping-code"
        value={sample}
        placeholder={`${t(text.sampleHint)}${SAMPLES[protocol] ?? SAMPLES.shdr}`}
        spellCheck={false}
        rows={5}
        onChange={(event) => setSample(event.target.value)}
      />
      {read.mapping && sample.trim() !== '' && (
        <Preview protocol={protocol} mapping={read.mapping} sample={sample} />
      )}
    </div>
  );
}

interface MappingEditorProps {
  written: string;
  mapping: Mapping | null;
  may: boolean;
  onWrite: (written: string) => void;
}

/** The rules as a table; as JSON for who wants it, and for what is no mapping yet. */
function MappingEditor({ written, mapping, may, onWrite }: MappingEditorProps) {
  const [isExpert, setExpert] = useState(false);
  return (
    <>
      <Segmented
        aria-label={t(text.editAs)}
        value={isExpert ? 'expert' : 'table'}
        options={[
          { value: 'table', label: t(text.table) },
          { value: 'expert', label: t(text.expert) },
        ]}
        onChange={(chosen) => setExpert(chosen === 'expert')}
      />
      {!isExpert && mapping && (
        <MappingTable
          mapping={mapping}
          may={may}
          onChange={(changed) => onWrite(inLines(changed))}
        />
      )}
      {isExpert && (
        <Input.TextArea
          id="gateway-mapping"
          aria-label={t(text.mapping)}
          className="mapping-code"
          value={written}
          readOnly={!may}
          spellCheck={false}
          rows={14}
          onChange={(event) => onWrite(event.target.value)}
        />
      )}
    </>
  );
}

/** The mapping with an item more, of the machine that the source names so; a first machine where there is none. */
function withItem(mapping: Mapping | null, source: string, item: string): Mapping {
  const devices = mapping?.devices ?? [];
  const place = devices.findIndex((device) => (device.source ?? '') === source);
  const found = devices[place < 0 && devices.length === 1 && source === '' ? 0 : place];
  const device = found ?? {
    deviceNumber: source || say(text.deviceN, { n: devices.length + 1 }),
    ...(source === '' ? {} : { source }),
    items: {},
  };
  const changed = { ...device, items: { ...device.items, [item]: { to: 'status' as const } } };
  return {
    devices: found ? devices.map((one) => (one === found ? changed : one)) : [...devices, changed],
  };
}

const NO_MAPPING: Mapping = { devices: [] };

/** A start for who has none yet, and saving; that it is saved is said until something else is written. */
function MappingButtons({
  row,
  written,
  onWrite,
}: {
  row: EntityRow;
  written: string;
  onWrite: (written: string) => void;
}) {
  const client = useQueryClient();
  const [saved, setSaved] = useState<string>();
  const [opened, setOpened] = useState({
    revision: row.revision,
    mapping: inLines(row['mapping']),
  });
  const { mapping, problem } = readMapping(written);
  const isEmpty = written.trim() === '';
  // A mapping that somebody else saved meanwhile is not written over: the older revision is refused.
  const isTheirs = inLines(row['mapping']) !== opened.mapping;
  const save = async () => {
    const revision = isTheirs ? opened.revision : row.revision;
    const body = { revision, mapping: isEmpty ? null : mapping };
    const now = await api.put<EntityRow>(`${gateway.path}/${row.id}`, body);
    setOpened({ revision: now.revision, mapping: inLines(now['mapping']) });
    setSaved(written);
    await client.invalidateQueries({ queryKey: keyOf(gateway) });
  };
  const begin = async () => {
    const { devices } = await client.fetchQuery(trafficOf(row.id));
    const numbers = devices.length > 0 ? devices.map(({ number }) => number) : [EXAMPLE];
    onWrite(inLines(firstMapping(String(row['protocol']), numbers)));
  };
  return (
    <p className="mapping-buttons">
      {isEmpty && <ActionButton onClick={begin}>{t(text.mappingEmpty)}</ActionButton>}
      <ActionButton type="primary" disabled={problem !== null} onClick={save}>
        {t(text.save)}
      </ActionButton>
      <span role="status">{saved === written && t(text.saved)}</span>
    </p>
  );
}

/** The machine of a mapping for a gateway that has none yet. */
const EXAMPLE = 'NB-MC-01';

function inLines(mapping: unknown): string {
  return mapping ? JSON.stringify(mapping, null, 2) : '';
}

/** As whom the server signs in where it reads. */
function SourceSignIn({ row, may }: { row: EntityRow; may: boolean }) {
  const actions = useActions(gateway, {});
  const user = row['sourceUser'];
  return (
    <p className="mapping-buttons">
      <span>{typeof user === 'string' ? say(text.signedIn, { user }) : t(text.anonymous)}</span>
      {may && (
        <Button onClick={() => void actions.run('signIn', [row])}>
          {t(gateway.actions.signIn.label)}
        </Button>
      )}
      {actions.dialog}
    </p>
  );
}

interface PreviewProps {
  protocol: string;
  mapping: Mapping;
  sample: string;
}

function Preview({ protocol, mapping, sample }: PreviewProps) {
  const { messages, unknown } = tryMapping(protocol, mapping, sample);
  return (
    <section aria-live="polite">
      <h3 className="detail-title">{t(text.preview)}</h3>
      {messages.length === 0 && <p className="pane-empty">{t(text.previewNone)}</p>}
      {messages.length > 0 && (
        <pre className="mapping-code">
          {messages
            .map(
              ({ deviceNumber, sendTime, type, data }) =>
                `${sendTime} ${deviceNumber} ${type} ${JSON.stringify(data)}`,
            )
            .join('\n')}
        </pre>
      )}
      {unknown.length > 0 && (
        <p className="mapping-unknown">
          {say(text.unmapped, { n: unknown.length, names: unknown.slice(0, 20).join(', ') })}
        </p>
      )}
    </section>
  );
}

function readMapping(written: string): { mapping: Mapping | null; problem: string | null } {
  if (written.trim() === '') return { mapping: null, problem: null };
  try {
    const judged = mappingSchema().safeParse(JSON.parse(written));
    if (judged.success) return { mapping: judged.data, problem: null };
    const places = judged.error.issues.slice(0, 3).map(({ path }) => path.join('.') || 'devices');
    return { mapping: null, problem: places.join(', ') };
  } catch {
    return { mapping: null, problem: 'JSON' };
  }
}

/** How a source of a protocol names machines and items. */
const SOURCES: Readonly<Record<string, Text>> = {
  sparkplug: text.namesSparkplug,
  opcua: text.namesOpcua,
};
const NOTHING = { zh: '', en: '' };

/** What a source says, in its own words. */
const SAMPLES: Readonly<Record<string, string>> & { readonly shdr: string } = {
  shdr: '2026-03-02T08:00:00Z|execution|ACTIVE',
  opcua: '2026-03-02T08:00:00Z|ns=2;s=Machine.Status|RUN',
  sparkplug:
    '{"topic":"spBv1.0/plant/DDATA/node/NB-MC-01","timestamp":1772438400000,"metrics":[{"name":"Status","value":"RUN"}]}',
};
