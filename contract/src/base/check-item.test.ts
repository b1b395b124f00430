import { describe, expect, it } from 'vitest';
import { checkDraft } from '../kernel/check.ts';
import { checkItem } from './check-item.ts';
import { station } from './station.ts';

const item = { itemCode: 'HB001', itemName: '中心孔直径', procedureId: '1', category: 'dimension' };
const problemsOf = (more: object) =>
  checkDraft(checkItem, { ...item, ...more }, 'create').problems.map(({ key }) => key);

describe('a check item', () => {
  it('has standard, limits, offset and flags, and is judged whole', () => {
    const { draft, problems } = checkDraft(
      checkItem,
      { ...item, standard: '66.56', upperLimit: '66.606', lowerLimit: '66.56' },
      'create',
    );
    expect(problems).toEqual([]);
    expect(draft).toMatchObject({
      offset: '0',
      listed: false,
      onSignage: false,
      rules: ['1', '2', '3', '5'],
    });
  });

  it('may lack one limit, not both, and not have them crossed', () => {
    expect(problemsOf({ upperLimit: '0.3' })).toEqual([]);
    expect(problemsOf({})).toEqual(['checkItem.edit.limitMissing']);
    expect(problemsOf({ upperLimit: '9', lowerLimit: '10' })).toEqual(['field.limits']);
    expect(problemsOf({ valueType: 'passFail' })).toEqual([]);
  });

  it('compares its limits to the last digit, where binary numbers would be the same', () => {
    const [high, low] = ['9999999999.999999', '9999999999.999998'];
    expect(Number(high)).toBe(Number(low));
    expect(problemsOf({ upperLimit: high, lowerLimit: low })).toEqual([]);
    expect(problemsOf({ upperLimit: low, lowerLimit: high })).toEqual(['field.limits']);
    expect(problemsOf({ upperLimit: '-1', lowerLimit: '-1.000000' })).toEqual([]);
  });

  it('has its OK choices among its choices', () => {
    expect(problemsOf({ valueType: 'choice', choices: ['好', '坏'], okChoices: ['好'] })).toEqual(
      [],
    );
    expect(problemsOf({ valueType: 'choice', choices: ['好'], okChoices: ['佳'] })).toEqual([
      'checkItem.edit.choices',
    ]);
    expect(problemsOf({ valueType: 'choice' })).toEqual(['checkItem.edit.choices']);
  });
});

describe('a station', () => {
  it('is discharge or NG, never both', () => {
    const draft = {
      lineId: '1',
      processName: '2',
      workReportStationNo: 'NB-L04-OP10',
      stationName: 'OP10',
    };
    expect(checkDraft(station, { ...draft, dischargeFlag: true }, 'create').problems).toEqual([]);
    const { problems } = checkDraft(
      station,
      { ...draft, dischargeFlag: true, ngStationFlag: true },
      'create',
    );
    expect(problems.map(({ key }) => key)).toEqual(['station.edit.flags']);
  });
});
