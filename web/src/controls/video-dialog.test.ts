import { expect, it } from 'vitest';
import { Refusal } from '../kernel/refusal.ts';
import { uploadProblem } from './video-dialog.tsx';

it('S257 S274 a refused upload says what the server said', () => {
  expect(uploadProblem(new Refusal(409, '文件内容不是 MP4'))).toBe('文件内容不是 MP4');
});

it('S273 any other failure of an upload reads 上传失败', () => {
  expect(uploadProblem(new TypeError('network'))).toBe('上传失败');
  expect(uploadProblem(new Refusal(-1, '服务繁忙'))).toBe('上传失败');
});
