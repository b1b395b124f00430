import {
  type DeviceMapping,
  type ItemMapping,
  type Mapping,
  type MappingTarget,
  mappingTargets,
} from '@millwright/contract/device/mapping';
import { Button, Input, Select } from 'antd';
import { ColumnHeads } from '../controls/column-heads.tsx';
import { say, t } from '../kernel/language.tsx';
import { gatewayText as text, targetText } from '../locales/gateway.ts';
import { valuesIn, valuesOf } from './mapping-values.ts';

interface MappingTableProps {
  mapping: Mapping;
  may: boolean;
  onChange: (mapping: Mapping) => void;
}

/** Machines behind a gateway and what each of their data items is: a row for a rule. What is typed counts when it is left. */
export function MappingTable({ mapping, may, onChange }: MappingTableProps) {
  const put = (place: number, device: DeviceMapping | null) =>
    onChange({ devices: mapping.devices.toSpliced(place, 1, ...(device ? [device] : [])) });
  const further = { deviceNumber: say(text.deviceN, { n: mapping.devices.length + 1 }), items: {} };
  return (
    <div className="mapping-table">
      {mapping.devices.map((device, place) => (
        <MachineRules
          key={`${device.deviceNumber} ${device.source ?? ''}`}
          device={device}
          may={may}
          onChange={(changed) => put(place, changed)}
          onRemove={mapping.devices.length > 1 ? () => put(place, null) : undefined}
        />
      ))}
      {may && (
        <Button onClick={() => onChange({ devices: [...mapping.devices, further] })}>
          {t(text.addMachine)}
        </Button>
      )}
    </div>
  );
}

interface MachineRulesProps {
  device: DeviceMapping;
  may: boolean;
  onChange: (device: DeviceMapping) => void;
  onRemove: (() => void) | undefined;
}

function MachineRules({ device, may, onChange, onRemove }: MachineRulesProps) {
  const rules = Object.entries(device.items);
  const put = (place: number, rule: [string, ItemMapping] | null) =>
    onChange({
      ...device,
      items: Object.fromEntries(rules.toSpliced(place, 1, ...(rule ? [rule] : []))),
    });
  const isFree = (name: string) => name !== '' && !Object.hasOwn(device.items, name);
  const next = ['item', ...rules.map((_rule, n) => `item${n + 2}`)].find(isFree);
  return (
    <fieldset disabled={!may}>
      <p className="mapping-buttons">
        <Typed
          label={t(text.deviceNumber)}
          value={device.deviceNumber}
          onLeave={(deviceNumber) => deviceNumber !== '' && onChange({ ...device, deviceNumber })}
        />
        <Typed
          label={t(text.sourceName)}
          value={device.source ?? ''}
          onLeave={(source) => onChange(withSource(device, source))}
        />
        {may && onRemove && <Button onClick={onRemove}>{t(text.removeMachine)}</Button>}
      </p>
      <table className="child-table">
        <thead>
          <tr>
            <ColumnHeads heads={[text.item, text.target, text.values, text.further]} />
            <td />
          </tr>
        </thead>
        <tbody>
          {rules.map(([name, rule], place) => (
            <RuleRow
              key={name}
              name={name}
              rule={rule}
              may={may}
              onRename={(to) => isFree(to) && put(place, [to, rule])}
              onChange={(changed) => put(place, [name, changed])}
              onRemove={() => put(place, null)}
            />
          ))}
        </tbody>
      </table>
      {may && (
        <Button onClick={() => next && put(rules.length, [next, { to: 'status' }])}>
          {t(text.addRule)}
        </Button>
      )}
    </fieldset>
  );
}

interface RuleRowProps {
  name: string;
  rule: ItemMapping;
  may: boolean;
  onRename: (name: string) => void;
  onChange: (rule: ItemMapping) => void;
  onRemove: () => void;
}

function RuleRow({ name, rule, may, onRename, onChange, onRemove }: RuleRowProps) {
  const { values: _values, ...bare } = rule;
  const further = FURTHER[rule.to];
  return (
    <tr>
      <td>
        <Typed label={t(text.item)} value={name} onLeave={onRename} isBare />
      </td>
      <td>
        <Select
          aria-label={say(text.targetOf, { name })}
          className="mapping-target"
          value={rule.to}
          disabled={!may}
          options={mappingTargets.map((to) => ({ value: to, label: t(targetText[to]) }))}
          onChange={(to: MappingTarget) => onChange({ ...rule, to })}
        />
      </td>
      <td>
        <Typed
          label={t(text.values)}
          value={valuesOf(rule.values)}
          onLeave={(written) => {
            const values = valuesIn(written);
            onChange(values ? { ...bare, values } : bare);
          }}
          isBare
        />
      </td>
      <td>
        {further && (
          <Typed
            label={t(further === 'code' ? text.alarmCode : text.station)}
            value={rule[further] ?? ''}
            onLeave={(word) => onChange(withWord(rule, further, word))}
            isBare
          />
        )}
      </td>
      <td>
        {may && (
          <Button size="small" onClick={onRemove} aria-label={say(text.removeRule, { name })}>
            ✕
          </Button>
        )}
      </td>
    </tr>
  );
}

interface TypedProps {
  label: string;
  value: string;
  onLeave: (value: string) => void;
  /** The label is only told, not shown. */
  isBare?: boolean;
}

function Typed({ label, value, onLeave, isBare = false }: TypedProps) {
  const input = (
    <Input
      key={value}
      aria-label={label}
      placeholder={isBare ? label : ''}
      title={value}
      defaultValue={value}
      spellCheck={false}
      onBlur={({ target }) => target.value.trim() !== value && onLeave(target.value.trim())}
      onPressEnter={({ currentTarget }) => currentTarget.blur()}
    />
  );
  return isBare ? (
    input
  ) : (
    <span className="mapping-typed">
      <span>{label}</span>
      {input}
    </span>
  );
}

function withSource({ source: _source, ...device }: DeviceMapping, source: string): DeviceMapping {
  return source === '' ? device : { ...device, source };
}

function withWord(rule: ItemMapping, name: 'code' | 'station', word: string): ItemMapping {
  const { [name]: _before, ...rest } = rule;
  return word === '' ? rest : { ...rest, [name]: word };
}

/** What a target needs besides. */
const FURTHER: Readonly<Partial<Record<MappingTarget, 'code' | 'station'>>> = {
  counter: 'station',
  condition: 'code',
};
