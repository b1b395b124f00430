import { say } from '@millwright/contract/kernel/text';
import type { Text, TextArgs } from '@millwright/contract/kernel/text';
import { passwordRefusals } from '@millwright/contract/system/refusals';
import { expect, it } from 'vitest';
import { controlText } from '../locales/controls.ts';
import { dateText } from '../locales/dates.ts';
import { kernelText } from '../locales/kernel.ts';
import { shellText } from '../locales/shell.ts';

/** What is shown of a sentence in Chinese and in English. */
const both = (text: Text, args: TextArgs = {}) =>
  (['zh_CN', 'en_US'] as const).map((locale) => say(text, args, locale));

const password = (key: keyof typeof passwordRefusals, args: TextArgs = {}) =>
  both(passwordRefusals[key].text, args);

it('S168 S169 S170 S171 S172 S173 read what is wrong with a password, in both languages', () => {
  expect(password('password.tooShort', { n: 6 })).toEqual([
    '密码不能少于6位',
    'Password cannot be less than 6 digits',
  ]);
  expect(password('password.length', { min: 6, max: 20 })).toEqual([
    '长度在6到20个字符',
    'Length 6 to 20 characters',
  ]);
  expect(password('password.oldMissing')).toEqual([
    '旧密码不能为空',
    'Old password cannot be empty',
  ]);
  expect(password('password.newMissing')).toEqual([
    '新密码不能为空',
    'New password cannot be empty',
  ]);
  expect(password('password.repeatMissing')).toEqual([
    '确认密码不能为空',
    'Confirm password cannot be empty',
  ]);
  expect(password('password.mismatch')).toEqual([
    '两次输入的密码不一致',
    'The passwords entered twice do not match',
  ]);
});

it('S260 S261 S262 name the expired session and both ways on, in both languages', () => {
  expect(both(kernelText.systemPrompt)).toEqual(['系统提示', 'System prompt']);
  expect(both(kernelText.expired)).toEqual([
    '登录状态已过期，您可以继续留在该页面，或者重新登录',
    'The login status has expired; you may stay on this page or log in again',
  ]);
  expect(both(kernelText.logInAgain)).toEqual(['重新登录', 'Log in again']);
  expect(both(kernelText.cancel)).toEqual(['取消', 'Cancel']);
});

it('S264 S267 S268 S269 S270 S271 S272 say of a call or a way in that failed why, in both languages', () => {
  expect(both(kernelText.error)).toEqual(['Error', 'Error']);
  expect(both(kernelText.networkError)).toEqual(['服务繁忙，请稍后再试', 'service busy']);
  expect(both(kernelText.timeout)).toEqual([
    '系统接口请求超时',
    'system interface request timeout',
  ]);
  expect(both(kernelText.httpStatus, { status: 502 })).toEqual([
    '系统接口502异常',
    'system interface 502 exception',
  ]);
  expect(both(kernelText.invalidSession)).toEqual([
    '无效的会话，或者会话已过期，请重新登录',
    'invalid session or session expired, please log in again',
  ]);
  expect(both(kernelText.noRoles)).toEqual([
    '帐号异常请联系管理员',
    'Account abnormal, contact admin',
  ]);
  expect(both(kernelText.hasError)).toEqual(['Has Error', 'Has Error']);
});

it('S147 S187 S278 S90 S279 read as the specification writes them, in both languages', () => {
  expect(both(kernelText.switchTo)).toEqual(['Switch to English', 'switch to Chinese']);
  expect(both(kernelText.switched)).toEqual([
    '已切换为中文（switch to Chinese）',
    'Switched to English',
  ]);
  expect(new Set(both(kernelText.tagsMissing))).toEqual(new Set(['请设置操作权限标签值']));
  expect(both(shellText.lockPasswordDone, { password: 'q7#kv2' })).toEqual([
    '修改成功，新密码为：q7#kv2',
    'Changed, the new password is: q7#kv2',
  ]);
  expect(both(shellText.noData)).toEqual(['暂无数据', 'no data']);
});

it('S180 S181 S182 say what is wrong with a period, in both languages', () => {
  expect(both(dateText.startMissing)).toEqual(['请选择开始时间', 'Please choose a start time']);
  expect(both(dateText.future)).toEqual([
    '时间不能晚于当前时间',
    'The time cannot be in the future',
  ]);
  expect(both(dateText.startAfterEnd)).toEqual([
    '开始时间不能晚于结束时间',
    'Start cannot be after end',
  ]);
});

it('S184 S185 S186 S273 say what is wrong with a film, in both languages', () => {
  expect(both(controlText.videoEmpty)).toEqual([
    '视频地址不能为空！',
    'The video address cannot be empty!',
  ]);
  expect(both(controlText.videoKind)).toEqual([
    '只能上传mp4格式文件!',
    'Only MP4 files can be uploaded!',
  ]);
  expect(both(controlText.videoSize, { max: 20 })).toEqual([
    '上传文件大小不能超过 20MB!',
    'The file may not exceed 20MB!',
  ]);
  expect(both(controlText.uploadFailed)).toEqual(['上传失败', 'Upload failed']);
});
