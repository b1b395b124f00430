import { say } from '@millwright/contract/kernel/text';
import { describe, expect, it } from 'vitest';
import { isKnownUsername, newPasswordProblem, passwordProblems } from './checks.ts';
import { EXCEL_TYPE, fileName } from './download.ts';
import { shiftTimes } from './order-list.ts';
import { plainOrgCodes } from './session-store.ts';
import { fileProblem, linkProblem, ownPath } from './video-rules.ts';

describe('checks', () => {
  it('S191 the username helper accepts admin and editor', () => {
    expect([
      isKnownUsername('admin'),
      isKnownUsername(' editor '),
      isKnownUsername('wangmin'),
    ]).toEqual([true, true, false]);
  });
});

describe('passwords', () => {
  it('S168 S169 six to twenty characters', () => {
    const told = (value: string, min?: number) => {
      const problem = newPasswordProblem(value, min);
      return problem && say(problem.text, problem.args, 'zh_CN');
    };
    expect(told('12345')).toBe('密码不能少于6位');
    expect(told('1'.repeat(21))).toBe('长度在6到20个字符');
    expect(told('1234567', 8)).toBe('密码不能少于8位');
    expect(newPasswordProblem('123456')).toBeUndefined();
    expect(newPasswordProblem('1'.repeat(20))).toBeUndefined();
  });
  it('S170 S171 S172 none of the three may be empty', () => {
    const problems = passwordProblems({ passwordOld: '', passwordNew: '', passwordRepeat: '' });
    expect([
      problems.passwordOld?.text.zh,
      problems.passwordNew?.text.zh,
      problems.passwordRepeat?.text.zh,
    ]).toEqual(['旧密码不能为空', '新密码不能为空', '确认密码不能为空']);
  });
  it('S173 both entries must match', () => {
    expect(
      passwordProblems({ passwordOld: 'a', passwordNew: '123456', passwordRepeat: '1234567' }),
    ).toEqual({
      passwordRepeat: {
        text: { zh: '两次输入的密码不一致', en: 'The passwords entered twice do not match' },
        args: {},
      },
    });
    expect(
      passwordProblems({ passwordOld: 'a', passwordNew: '123456', passwordRepeat: '123456' }),
    ).toEqual({});
  });
});

describe('videos', () => {
  it('S184 an empty link is refused', () => {
    expect(linkProblem('  ')?.zh).toBe('视频地址不能为空！');
    expect(linkProblem('https://a/b.mp4')).toBeUndefined();
  });
  it('a link that the content policy would not play is refused, one into the own files is taken', () => {
    expect(linkProblem('http://a/b.mp4')?.zh).toMatch('https://');
    expect(linkProblem('javascript:alert(1)')?.zh).toMatch('https://');
    expect(linkProblem('http://works/edition/api/file/a.mp4', 'http://works')).toBeUndefined();
    expect(ownPath(' http://works/edition/api/file/a.mp4', 'http://works')).toBe(
      '/edition/api/file/a.mp4',
    );
  });
  it('S185 S288 MP4 only', () => {
    expect(fileProblem({ name: 'a.mov', type: 'video/quicktime', size: 1 })?.zh).toBe(
      '只能上传mp4格式文件!',
    );
    expect(fileProblem({ name: 'a.mp4', type: 'video/mp4', size: 1 })).toBeUndefined();
  });
  it('S186 S289 at most 20 MB', () => {
    expect(fileProblem({ name: 'a.mp4', type: 'video/mp4', size: 20 * 1_048_576 })).toBeUndefined();
    expect(fileProblem({ name: 'a.mp4', type: 'video/mp4', size: 20 * 1_048_576 + 1 })?.zh).toBe(
      '上传文件大小不能超过 {max}MB!',
    );
  });
});

describe('shared state and files', () => {
  it('S98 colons are stripped from organisation codes', () => {
    expect(plainOrgCodes(['ZC:NB01', 'ZC:TH03'])).toEqual(['ZCNB01', 'ZCTH03']);
  });
  it('start and end times are those of the shifts, each once', () => {
    const lines = [
      {
        shifts: [
          { startTime: '20:00', endTime: '08:00' },
          { startTime: '08:00', endTime: '20:00' },
        ],
      },
      { shifts: [{ startTime: '08:00', endTime: '20:00' }] },
    ];
    expect(shiftTimes(lines)).toEqual({
      startTimes: ['08:00', '20:00'],
      endTimes: ['08:00', '20:00'],
    });
  });
  it('S258 S259 Excel files are named title plus timestamp and typed ms-excel', () => {
    expect(fileName('生产订单', 'xlsx', new Date(2025, 10, 6, 14, 32, 5))).toBe(
      '生产订单_20251106143205.xlsx',
    );
    expect(EXCEL_TYPE).toContain('ms-excel');
  });
});
